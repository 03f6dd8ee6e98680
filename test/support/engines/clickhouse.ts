import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage, type Storage } from "../../../src/app/clickhouse/storage.ts";
import type { CompileQuery } from "../../../src/datapoints/readers/reads.ts";

export interface TestStorage extends Storage, AsyncDisposable {
  readonly folder: string;
}

interface Options {
  /** Matches every datapoint by default. */
  readonly compile?: CompileQuery;
  readonly retentionDays?: number;
  readonly readSeconds?: number;
}

/**
 * Opens a real embedded ClickHouse with Gaffe's tables in its own folder; disposing stops it and removes the
 * folder.
 */
export async function openTestStorage(options: Options = {}): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), "gaffe-clickhouse-"));
  const storage = await openStorage({
    variant: { kind: "embedded", folder, maxMemoryBytes: 1_000_000_000 },
    retentionDays: options.retentionDays ?? 90,
    readSeconds: options.readSeconds ?? 300,
    compile: options.compile ?? (() => ({ sql: "1", params: {} })),
    emit: () => {},
  });
  return {
    ...storage,
    folder,
    async [Symbol.asyncDispose]() {
      await storage.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
