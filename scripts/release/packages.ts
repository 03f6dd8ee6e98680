import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

/** The packages that are published on npm, by folder. */
export const npmPackages = { sdk: "sdk/typescript", cli: "cli", instrumentation: "instrumentation" } as const;
export type NpmPackage = keyof typeof npmPackages;

/** Everything that carries the version of package.json; `npm run release:version` writes it there. */
export const versioned = [
  ...[...Object.values(npmPackages), "dashboards/app"].map((folder) => ({
    file: `${folder}/package.json`,
    pattern: /(?<="version": ")[^"]+(?=")/,
  })),
  { file: "sdk/python/pyproject.toml", pattern: /(?<=^version = ")[^"]+(?=")/m },
  { file: "cli/src/program.ts", pattern: /(?<=^const version = ")[^"]+(?=")/m },
] as const;

export const read = (file: string): string => readFileSync(join(root, file), "utf8");

export const version = (): string => (JSON.parse(read("package.json")) as { version: string }).version;
