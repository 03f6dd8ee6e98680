import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const app = join(root, "dashboards/app");

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
let manifest: Readonly<Record<string, Chunk>>;

beforeAll(() => {
  execFileSync(process.execPath, [join(app, "build.ts"), "--if-needed"], { cwd: root });
  manifest = JSON.parse(readFileSync(join(app, "dist/.vite/manifest.json"), "utf8")) as typeof manifest;
});

/** Returns the bytes, gzipped, of entries and their static imports. */
function weightOf(...keys: readonly string[]): { readonly bytes: number; readonly files: readonly string[] } {
  const files = new Set<string>();
  const wanted = [...keys];
  for (let key = wanted.pop(); key !== undefined; key = wanted.pop()) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`there is no ${key} in the build`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    wanted.push(...(chunk.imports ?? []));
  }
  return { bytes: [...files].reduce((sum, file) => sum + gzipped(file), 0), files: [...files] };
}

const gzipped = (file: string) => gzipSync(readFileSync(join(app, "dist", file))).length;

/** Returns the files that every page loads, as listed in its HTML. */
const everyPage = (): readonly string[] => {
  const html = readFileSync(join(app, "dist/index.html"), "utf8");
  const named = new Set([...html.matchAll(/\/(assets\/[\w-]+\.js)"/g)].map(([, file]) => file));
  return Object.keys(manifest).filter((key) => named.has(manifest[key]?.file));
};

test.each([
  ["Home", "src/app/home/home-page.tsx", 200_000],
  ["All Datapoints", "src/datapoints/datapoints-page.tsx", 240_000],
  ["an issue", "src/issues/issue-page.tsx", 240_000],
  ["Dashboards", "src/dashboards/dashboards-page.tsx", 240_000],
] as const)("budget-js: %s loads no more script than its budget, in few files", (_, page, budget) => {
  const { bytes, files } = weightOf(...everyPage(), page);
  expect(bytes).toBeLessThan(budget);
  // Browsers load about six files concurrently, so small ones are cheap, but each beyond these adds a wait.
  expect(files.length).toBeLessThanOrEqual(9);
});

test("the first script is small, and its requests start before the app has loaded", () => {
  const first = Object.keys(manifest).find((key) => manifest[key]?.name === "main" && manifest[key].css) ?? "";
  expect(weightOf(first).bytes).toBeLessThan(14_000);
  expect(everyPage().map((key) => manifest[key]?.name)).toContain("app");
});

test.each([
  ["charts", "src/dashboards/charts/plot.tsx", 30_000],
  ["Markdown", "src/datapoints/dialog/markdown.tsx", 60_000],
  ["the editor of checks", "src/checks/code-editor.tsx", 170_000],
  ["the palette", "src/app/commands/palette.tsx", 20_000],
  ["the query language", "../../src/datapoints/query/parser.ts", 12_000],
  ["comparing two calls", "src/datapoints/compare-datapoints-page.tsx", 40_000],
] as const)("%s: fetched on demand, within its budget", (_, key, budget) => {
  const before = new Set(weightOf(...everyPage(), "src/datapoints/datapoints-page.tsx").files);
  const more = weightOf(key).files.filter((file) => !before.has(file));
  expect(more.length).toBeGreaterThan(0);
  expect(more.reduce((sum, file) => sum + gzipped(file), 0)).toBeLessThan(budget);
});

test("styles stay within their budget", () => {
  const styles = Object.values(manifest).flatMap(({ css }) => css ?? []);
  expect([...new Set(styles)].reduce((sum, file) => sum + gzipped(file), 0)).toBeLessThan(25_000);
});
