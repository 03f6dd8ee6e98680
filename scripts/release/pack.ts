import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type NpmPackage, npmPackages, read, root, version } from "./packages.ts";

const shared = ["LICENSE", "NOTICE", "CHANGELOG.md"] as const;

interface Manifest {
  readonly name: string;
  readonly files: readonly string[];
  readonly [field: string]: unknown;
}

/**
 * Builds an npm package into a separate folder and packs it as it is published: with the version of package.json, the
 * repository (`owner/name` on GitHub), license, notice and changelog. Returns the tarball.
 */
export function pack(name: NpmPackage, folder: string, repository: string): string {
  const source = npmPackages[name];
  const built = join(folder, name);
  mkdirSync(built, { recursive: true });
  for (const part of ["bin", "schemas", "scripts"])
    if (existsSync(join(root, source, part))) cpSync(join(root, source, part), join(built, part), { recursive: true });
  for (const file of shared) cpSync(join(root, file), join(built, file));
  const at = `https://github.com/${repository}`;
  const page = read(join(source, "README.md"));
  writeFileSync(join(built, "README.md"), withAbsoluteLinks(page, source, `${at}/blob/v${version()}`));
  const {
    devDependencies: _,
    scripts: _scripts,
    ...manifest
  } = JSON.parse(read(join(source, "package.json"))) as Manifest;
  const published = {
    ...manifest,
    version: version(),
    homepage: `${at}#readme`,
    bugs: `${at}/issues`,
    repository: { type: "git", url: `git+${at}.git`, directory: source },
    files: [...manifest.files, ...shared],
  };
  writeFileSync(join(built, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  run("npx", ["tsc", "-p", join(root, source), "--outDir", join(built, "dist")], root);
  if (existsSync(join(built, "scripts/write-commonjs.js"))) run(process.execPath, ["scripts/write-commonjs.js"], built);
  const tarball = run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], built).trim();
  return join(folder, tarball);
}

/** Links between files of the repository do not work on npm's page of a package. */
function withAbsoluteLinks(page: string, folder: string, base: string): string {
  return page.replaceAll(/\]\((?![a-z]+:|#|\/)([^)\s]+)\)/g, (_, link: string) => {
    const { pathname, hash } = new URL(link, `file:///${folder}/`);
    return `](${base}${pathname}${hash})`;
  });
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}
