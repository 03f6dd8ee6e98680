/** Builds the web app to dist/. With `--if-needed` only when its sources are newer than what is built. */
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const app = import.meta.dirname;
const dist = join(app, "dist");
const sources = ["src", "public", "index.html", "vite.config.ts", "build.ts", "package.json"].map((name) =>
  join(app, name),
);

// Whoever asks for it: what is built is what people get.
process.env["NODE_ENV"] = "production";

if (!process.argv.includes("--if-needed") || newest(sources) > newest([join(dist, "index.html")])) await build();

/** Made beside the built app and put in its place when it is whole: two builds at once do not meet half-way. */
async function build(): Promise<void> {
  const making = `${dist}-${process.pid}`;
  try {
    const { build } = await import("vite");
    await build({ root: app, logLevel: "warn", build: { outDir: making } });
  } catch (thrown) {
    // An installation without development packages brings the built app along, or does without it.
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
    // Another build was faster by a moment; it is of the same sources.
    rmSync(making, { recursive: true, force: true });
  }
}

/** Unix milliseconds of the last change below these paths; 0 where there is none. */
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
