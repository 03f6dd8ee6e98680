import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { settingNames } from "../../src/app/settings/environment.ts";
import { settingsPage } from "../../src/app/settings/page.ts";
import { printable } from "../../src/app/settings/printable.ts";
import { baseUrlOf, readSettings } from "../../src/app/settings/settings.ts";
import { isLoopbackOnly } from "../../src/platform/http/address.ts";

describe("reading settings", () => {
  test("an empty environment is the embedded default on loopback", () => {
    const settings = readSettings({ PATH: "/bin", HOME: "/root" });
    expect(settings).toMatchObject({ host: "127.0.0.1", port: 4233, grpcPort: 4317, logLevel: "info" });
    expect(settings.clickhouse.kind).toBe("embedded");
    expect(settings.records.kind).toBe("sqlite");
    expect("baseUrl" in settings).toBe(false);
  });

  test("all mistakes are reported together, by name", () => {
    const read = () =>
      readSettings({ GAFFE_PORT: "many", GAFFE_MAX_BODY: "4 apples", DATABASE_URL: "mysql://x", GAFFE_PROT: "1" });
    expect(read).toThrow(/GAFFE_PORT must be a whole number/);
    expect(read).toThrow(/GAFFE_MAX_BODY must be a size/);
    expect(read).toThrow(/DATABASE_URL must be a URL that begins with postgres/);
    expect(read).toThrow(/GAFFE_PROT is not a setting: did you mean GAFFE_PORT\?/);
  });

  test.each([
    ["GAFFE_PORT", "65536"],
    ["GAFFE_PORT", "-1"],
    ["GAFFE_HOST", "a b"],
    ["GAFFE_INIT_TOKEN", "gaffe_short"],
    ["LOG_LEVEL", "loud"],
    ["CLICKHOUSE_URL", "localhost:8123"],
    ["GAFFE_RETENTION_DAYS", "0"],
    ["GAFFE_INIT_EMAIL", "nobody"],
    ["GAFFE_PROJECT_QUOTAS", "shop=5"],
    ["GAFFE_PROJECT_QUOTAS", "shop=5/1kb,shop=6/1kb"],
    ["GAFFE_PROJECT_QUOTAS", "shop=5/lots"],
    ["GAFFE_START_TIMEOUT_SECONDS", "-1"],
    ["GAFFE_ALLOW_NETWORKS", "localhost"],
    ["GAFFE_ALLOW_NETWORKS", "10.0.0.0/33"],
    ["GAFFE_ALLOW_NETWORKS", "10.0.0.0/8,"],
  ])("%s=%s is refused and the message names it", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });

  test.each([
    [{}, "127.0.0.0/8", true],
    [{ GAFFE_HOST: "0.0.0.0" }, "127.0.0.0/8", false],
    [{ GAFFE_ALLOW_NETWORKS: "none" }, "127.0.0.0/8", false],
    [{ GAFFE_HOST: "0.0.0.0", GAFFE_ALLOW_NETWORKS: "10.1.0.0/16, ::1" }, "10.1.0.0/16", true],
  ])("with %j upstreams in %s are reachable: %s", (environment, network, reachable) => {
    expect(readSettings(environment).allowNetworks.includes(network)).toBe(reachable);
  });

  test("quotas are read by project", () => {
    const { quotas } = readSettings({
      GAFFE_PROJECT_SPANS_PER_SECOND: "9",
      GAFFE_PROJECT_QUOTAS: "shop=500/2mb, lab=0/0",
    });
    expect(quotas.standard).toEqual({ spansPerSecond: 9, bytesPerSecond: 200 * 2 ** 20 });
    expect(Object.fromEntries(quotas.overrides)).toEqual({
      shop: { spansPerSecond: 500, bytesPerSecond: 2 * 2 ** 20 },
      lab: { spansPerSecond: 0, bytesPerSecond: 0 },
    });
  });

  test("a wrong secret is not repeated in the message", () => {
    const read = () => readSettings({ GAFFE_INIT_TOKEN: "sesame-open-now" });
    expect(read).toThrow();
    expect(read).not.toThrow(/sesame/);
  });

  test("an email address without its password is refused", () => {
    expect(() => readSettings({ GAFFE_INIT_EMAIL: "a@example.org" })).toThrow(/belong together/);
  });

  test("strangers sign up by mail, unless only this machine can reach the service", () => {
    const open = { GAFFE_SIGN_UP: "open" };
    expect(() => readSettings({ ...open, GAFFE_HOST: "0.0.0.0" })).toThrow(/GAFFE_SIGN_UP=open needs SMTP_URL/);
    expect(() => readSettings({ ...open, GAFFE_PUBLIC_URL: "https://gaffe.example" })).toThrow(/needs SMTP_URL/);
    expect(readSettings({ ...open, GAFFE_HOST: "0.0.0.0", SMTP_URL: "smtp://mail" }).signUp).toBe("open");
    expect(readSettings(open).signUp).toBe("open");
  });

  test("a cluster is one of ClickHouse servers", () => {
    const read = (cluster: string, url?: string) =>
      readSettings({ CLICKHOUSE_CLUSTER: cluster, ...(url ? { CLICKHOUSE_URL: url } : {}) });
    expect(read("{cluster}", "http://db:8123").clickhouse).toMatchObject({ kind: "server", cluster: "{cluster}" });
    expect(() => read("main")).toThrow(/needs CLICKHOUSE_URL/);
    expect(() => read("a'b", "http://db:8123")).toThrow(/CLICKHOUSE_CLUSTER must be a name/);
  });

  test("an empty value counts as not set, and names for clients mean nothing here", () => {
    expect(readSettings({ GAFFE_PORT: "", GAFFE_TOKEN: "x", GAFFE_ENDPOINT: "y" }).port).toBe(4233);
  });

  test.each([
    ["512kb", 512 * 1024],
    ["2GB", 2 * 2 ** 30],
    ["1048576", 1_048_576],
  ])("a size of %s is %d bytes", (text, bytes) => {
    expect(readSettings({ GAFFE_MAX_BODY: text }).limits.bodyBytes).toBe(bytes);
  });

  test("a secret may come from a file, but not from both places", () => {
    const folder = mkdtempSync(join(tmpdir(), "gaffe-settings-"));
    const file = join(folder, "token");
    const token = `gaffe_${"a".repeat(43)}`;
    writeFileSync(file, `${token}\n`);
    expect(readSettings({ GAFFE_INIT_TOKEN_FILE: file }).init.token).toBe(token);
    expect(() => readSettings({ GAFFE_INIT_TOKEN_FILE: file, GAFFE_INIT_TOKEN: token })).toThrow(/remove one/);
    rmSync(folder, { recursive: true });
    expect(() => readSettings({ GAFFE_INIT_TOKEN_FILE: file })).toThrow(/GAFFE_INIT_TOKEN_FILE cannot be read/);
  });
});

describe("printing settings", () => {
  test("no secret is shown and every setting is named", () => {
    const text = printable(
      readSettings({
        GAFFE_INIT_TOKEN: `gaffe_${"s3cret".repeat(8)}`,
        GAFFE_INIT_INGEST_TOKEN: `gaffe_${"s3cret".repeat(8)}`,
        GAFFE_INIT_EMAIL: "ann@example.org",
        GAFFE_INIT_PASSWORD: "s3cret-password",
        CLICKHOUSE_URL: "http://ann:s3cret@db:8123/gaffe?password=s3cret",
        DATABASE_URL: "postgres://ann:s3cret@db/gaffe",
        SMTP_URL: "smtp://ann:s3cret@mail:587",
      }),
    );
    expect(text).not.toMatch(/s3cret/);
    expect(text).toContain("CLICKHOUSE_URL=http://(hidden)@db:8123/gaffe?(hidden)");
    for (const name of settingNames) expect(text).toContain(`${name}=`);
  });

  test("docs/settings.md matches the schema (npm run docs:settings writes it)", () => {
    const page = readFileSync(new URL("../../docs/settings.md", import.meta.url), "utf8");
    expect(page).toBe(settingsPage());
  });
});

test.each([
  [{ host: "127.0.0.1" }, "http://127.0.0.1:4233"],
  [{ host: "0.0.0.0" }, "http://localhost:4233"],
  [{ host: "::1" }, "http://[::1]:4233"],
  [{ host: "0.0.0.0", baseUrl: "https://gaffe.example.org" }, "https://gaffe.example.org"],
])("the base address of %o is %s", (settings, url) => {
  expect(baseUrlOf(settings, 4233)).toBe(url);
});

test.each([
  ["127.0.0.1", true],
  ["127.1.2.3", true],
  ["localhost", true],
  ["::1", true],
  ["0.0.0.0", false],
  ["127.0.0.1.example.org", false],
  ["10.0.0.7", false],
])("%s is loopback only: %s", (host, expected) => {
  expect(isLoopbackOnly(host)).toBe(expected);
});
