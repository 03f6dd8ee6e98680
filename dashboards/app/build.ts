/** Builds the web app to dist/. With `--if-needed` only if its sources are newer than the build. */
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const app = import.meta.dirname;
const dist = join(app, "dist");
const sources = [
  "src",
  "public",
  "index.html",
  "vite.config.ts",
  "build.ts",
  "package.json",
  "../../packages/api-client",
].map((name) => join(app, name));

// Always a production build: this is what users get.
process.env["NODE_ENV"] = "production";

if (!process.argv.includes("--if-needed") || newest(sources) > newest([join(dist, "index.html")])) await build();

/** Builds into a separate folder and moves it into place when complete, so that concurrent builds do not mix. */
async function build(): Promise<void> {
  const making = `${dist}-${process.pid}`;
  try {
    const { build } = await import("vite");
    await build({ root: app, logLevel: "warn", build: { outDir: making } });
  } catch (thrown) {
    // An installation without development packages includes the built app, or works without it.
    console.error(`the web app was not built: ${String(thrown)}`);
    process.exitCode = process.argv.includes("--if-needed") ? 0 : 1;
    return;
  }
  const assets = join(making, "assets");
  for (const name of readdirSync(assets)) {
    const bytes = readFileSync(join(assets, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params }));
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
  rmSync(dist, { recursive: true, force: true });
  try {
    renameSync(making, dist);
  } catch {
    // A concurrent build of the same sources finished first.
    rmSync(making, { recursive: true, force: true });
  }
}

/** Returns Unix milliseconds of the last change below these paths; 0 if there are none. */
function newest(paths: readonly string[]): number {
  return Math.max(
    0,
    ...paths.map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (!stat) return 0;
      return stat.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : stat.mtimeMs;
    }),
  );
}
