import { createRequire } from "node:module";
import { Failure } from "../../../platform/failure.ts";

/**
 * Returns the path of the engine's shared library for this machine. Throws Failure("caller") if no build exists.
 */
export function engineLibrary({ platform, arch }: { platform: string; arch: string } = process): string {
  const name = `@chdb/lib-${platform}-${arch}${platform === "linux" ? "-gnu" : ""}`;
  try {
    const chdb = createRequire(import.meta.url).resolve("chdb/package.json");
    return createRequire(chdb).resolve(`${name}/libchdb.so`);
  } catch (cause) {
    throw new Failure(
      "caller",
      `ClickHouse has no embedded build for ${platform} ${arch} (npm package ${name}): set CLICKHOUSE_URL to a ClickHouse server`,
      { platform, arch },
      cause,
    );
  }
}
