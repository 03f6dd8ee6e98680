import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const app = join(root, "dashboards/app");

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
let manifest: Readonly<Record<string, Chunk>>;

beforeAll(() => {
  execFileSync(process.execPath, [join(app, "build.ts"), "--if-needed"], { cwd: root });
  manifest = JSON.parse(readFileSync(join(app, "dist/.vite/manifest.json"), "utf8")) as typeof manifest;
});

/** Bytes, gzipped, of an entry and what it needs before it can run. */
function weightOf(...keys: readonly string[]): number {
  const files = new Set<string>();
  const wanted = [...keys];
  for (let key = wanted.pop(); key !== undefined; key = wanted.pop()) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`there is no ${key} in what was built`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    wanted.push(...(chunk.imports ?? []));
  }
  return [...files].reduce((sum, file) => sum + gzipped(file), 0);
}

const gzipped = (file: string) => gzipSync(readFileSync(join(app, "dist", file))).length;

test.each([
  ["the first page", ["index.html"], 200_000],
  ["All Datapoints", ["index.html", "src/pages/datapoints.tsx"], 240_000],
  ["an issue", ["index.html", "src/pages/issue.tsx"], 240_000],
] as const)("%s loads no more script than its budget", (_, keys, budget) => {
  expect(weightOf(...keys)).toBeLessThan(budget);
});

test("Markdown is fetched on demand and stays within its budget", () => {
  expect(weightOf("src/dialog/markdown.tsx") - weightOf("index.html")).toBeLessThan(60_000);
});

test("styles stay within their budget", () => {
  const styles = Object.values(manifest).flatMap(({ css }) => css ?? []);
  expect([...new Set(styles)].reduce((sum, file) => sum + gzipped(file), 0)).toBeLessThan(25_000);
});
