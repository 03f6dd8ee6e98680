import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/service/folder.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const packages = { sdk: "sdk/typescript", cli: "cli" } as const;
type Name = keyof typeof packages;
const installed = (name: Name) => join(folder.path, "node_modules/@gaffe", name);

/** Packs a package as npm delivers it, and unpacks it where programs of the folder find it by its name. */
function install(name: Name): void {
  const source = join(root, packages[name]);
  const built = join(folder.path, name);
  mkdirSync(built);
  for (const part of ["package.json", "README.md", "bin", "schemas"])
    if (existsSync(join(source, part))) cpSync(join(source, part), join(built, part), { recursive: true });
  run("npx", ["tsc", "-p", source, "--outDir", join(built, "dist")], root);
  run("npm", ["pack", "--ignore-scripts", "--pack-destination", built], built);
  mkdirSync(installed(name), { recursive: true });
  run("tar", ["-xzf", tarballOf(name), "-C", installed(name), "--strip-components=1"], folder.path);
}

function tarballOf(name: Name): string {
  const built = join(folder.path, name);
  return join(built, readdirSync(built).find((file) => file.endsWith(".tgz")) ?? "");
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

beforeAll(() => {
  for (const name of ["sdk", "cli"] as const) install(name);
  // The declared dependencies, and nothing else of this repository.
  const { dependencies } = JSON.parse(readFileSync(join(root, "cli/package.json"), "utf8")) as { dependencies: object };
  for (const name of Object.keys(dependencies))
    symlinkSync(join(root, "node_modules", name), join(folder.path, "node_modules", name));
}, 120_000);

describe.each(Object.keys(packages) as Name[])("the published %s", (name) => {
  test("has nothing that publint complains of", async () => {
    const { messages } = await publint({ pkgDir: installed(name), pack: false });
    expect(messages).toEqual([]);
  });

  test("has types that are right for import, or none", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarballOf(name))));
    // `node10` resolves without `exports`; the package has no CommonJS, which `require` of an ES module replaces.
    const problems = ("problems" in analysis ? analysis.problems : []).filter(
      (one) => !("resolutionKind" in one && ["node10", "node16-cjs"].includes(one.resolutionKind)),
    );
    expect(problems).toEqual([]);
  });
});

test("the installed SDK contains everything that it imports", () => {
  const program =
    'import { Gaffe } from "@gaffe/sdk"; import { assertRun } from "@gaffe/sdk/vitest"; console.log(typeof Gaffe, typeof assertRun)';
  expect(run(process.execPath, ["--input-type=module", "-e", program], folder.path)).toBe("function function\n");
});

test("the installed command contains everything that it imports", () => {
  const gaffe = join(installed("cli"), "bin/gaffe.js");
  expect(run(process.execPath, [gaffe, "--help"], folder.path)).toContain("gaffe monitors apply");
  const schema = JSON.parse(run(process.execPath, [gaffe, "monitors", "schema"], folder.path)) as unknown;
  expect(schema).toEqual(JSON.parse(readFileSync(join(root, "cli/schemas/monitors.schema.json"), "utf8")));
});
