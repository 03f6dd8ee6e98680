import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

const Names = z.record(z.string(), z.string()).default({});
const Lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({ dependencies: Names, optionalDependencies: Names, peerDependencies: Names }),
  ),
});

/** Folders of the packages that `npm ci --omit=dev --workspaces=false` installs, as the lock file has them. */
function productionPackages(root: string): readonly string[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  const found = new Set<string>();
  const rest = [""];
  for (let path = rest.pop(); path !== undefined; path = rest.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = placeOf(name, path, packages);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      rest.push(place);
    }
  }
  return [...found].sort();
}

/** Where Node finds a package that is asked for from another one. */
function placeOf(name: string, from: string, packages: Readonly<Record<string, unknown>>): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === "") return undefined;
  }
}

/** Lays them out anew, by links to the files where the file system allows it; those of other platforms are not there. */
export function layOutPackages(root: string, to: string): void {
  for (const place of productionPackages(root)) {
    const from = join(root, place);
    if (!existsSync(from)) continue;
    for (const name of readdirSync(from, { recursive: true, encoding: "utf8" })) {
      // Packages inside of a package are in the list themselves.
      if (name.split("/").includes("node_modules") || !statSync(join(from, name)).isFile()) continue;
      const target = join(to, place, name);
      mkdirSync(dirname(target), { recursive: true });
      try {
        linkSync(join(from, name), target);
      } catch {
        copyFileSync(join(from, name), target);
      }
    }
  }
}
