import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cachedTool, pathOf, type Tool } from "../../../support/clients/tool-cache.ts";
import { temporaryFolder } from "../../../support/service/folder.ts";

const root = new URL("../../../..", import.meta.url).pathname;
const sources = join(root, "instrumentation");
const fixtures = join(root, "test/fixtures/apps");

export interface App {
  readonly name: string;
  readonly packages: Readonly<Record<string, string>>;
}

/** Node 22 without synchronous module hooks, on platforms that have it as a package. */
const node22 = { [`node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`]: "22.14.0" };

/** Installs all applications together, each with its own versions. */
export async function installApps(apps: readonly App[]): Promise<Tool> {
  const manifests = [...apps, { name: "node22", packages: node22 }].map(({ name, packages }) => ({
    name,
    content: JSON.stringify({ name: `app-${name}`, version: "1.0.0", private: true, dependencies: packages }),
  }));
  return cachedTool({
    name: "instrumented-apps",
    content: JSON.stringify(manifests),
    timeoutMs: 240_000,
    async make(folder, command) {
      writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, workspaces: ["apps/*"] }));
      for (const { name, content } of manifests) {
        mkdirSync(join(folder, "apps", name), { recursive: true });
        writeFileSync(join(folder, "apps", name, "package.json"), content);
      }
      await command("npm", [...install, "--ignore-scripts"], folder);
    },
  });
}

/** Installs the package as npm delivers it: packed into a tarball. */
export async function installInstrumentation(): Promise<Tool> {
  const files = ["instrumentation/src", "packages/genai-wire/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file))
      .sort(),
  );
  const manifests = ["package.json", "tsconfig.json", "scripts/write-commonjs.js"];
  const content = [...manifests.map((file) => join("instrumentation", file)), ...files]
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\0");
  return cachedTool({
    name: "instrumentation",
    content,
    timeoutMs: 120_000,
    async make(folder, command) {
      const built = join(folder, "built");
      mkdirSync(built);
      for (const name of ["package.json", "README.md", "scripts"]) {
        if (existsSync(join(sources, name))) cpSync(join(sources, name), join(built, name), { recursive: true });
      }
      const compiler = join(root, "node_modules/typescript/bin/tsc");
      await command(process.execPath, [compiler, "-p", sources, "--outDir", join(built, "dist")]);
      await command(process.execPath, [join(built, "scripts/write-commonjs.js")]);
      await command("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], built);
      writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
      const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz"));
      await command("npm", [...install, `./${tarball}`], folder);
    },
  });
}

const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];

export interface Tools {
  readonly apps: Tool;
  readonly instrumentation: Tool;
}

export const node22Of = (apps: Tool): string | undefined => {
  const [name = ""] = Object.keys(node22);
  const path = join(pathOf(apps), "node_modules", name, "bin/node");
  return existsSync(path) ? path : undefined;
};

export interface Started {
  readonly app: App;
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly node?: string | undefined;
  /** Instead of `--import @gaffe/instrumentation/register`. */
  readonly flags?: readonly string[];
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Creates a folder in which applications find their packages and the instrumentation. */
export function openPlayground({ apps, instrumentation }: Tools) {
  const folder = temporaryFolder();
  const packages = pathOf(apps);
  const link = (target: string, path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(target, path);
  };
  link(
    join(pathOf(instrumentation), "node_modules/@gaffe/instrumentation"),
    join(folder.path, "node_modules/@gaffe/instrumentation"),
  );

  function createApp({ name, packages: own }: App): string {
    const home = join(folder.path, name);
    if (existsSync(home)) return home;
    cpSync(fixtures, home, { recursive: true });
    for (const one of Object.keys(own)) {
      const nested = join(packages, "apps", name, "node_modules", one);
      link(existsSync(nested) ? nested : join(packages, "node_modules", one), join(home, "node_modules", one));
    }
    return home;
  }

  return {
    path: folder.path,
    place: createApp,
    start({ app, script, args, env, node, flags = ["--import", "@gaffe/instrumentation/register"] }: Started) {
      return spawn(node ?? process.execPath, [...flags, script, ...args], {
        cwd: createApp(app),
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: process.env["PATH"] ?? "", ...env },
      });
    },
    async run(started: Started): Promise<Ended> {
      const child = this.start(started);
      let [stdout, stderr] = ["", ""];
      child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
      const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
      return { code, signal, stdout, stderr };
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
