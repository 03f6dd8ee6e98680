import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createPreparePool } from "../../src/ingest/otlp/prepare-pool.ts";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { asProjectId } from "../../src/platform/ids.ts";
import { goodSpan } from "../support/data/otlp-bodies.ts";

test("a project with many compressed bodies delays another's large body by one of them", async () => {
  const pool = createPreparePool({ onLost: () => undefined });
  const [hostile, good] = [asProjectId("hostile"), asProjectId("good")];
  const bomb = gzipSync(Buffer.alloc(30 * 2 ** 20));
  const body = (bytes: Uint8Array<ArrayBuffer>, compression: "gzip" | "identity") =>
    ({ bytes, signal: "traces", format: "protobuf", compression }) as const;
  const done: string[] = [];
  const bombs = Array.from({ length: 6 }, async () => {
    await pool.prepare(body(new Uint8Array(bomb), "gzip"), hostile);
    done.push("bomb");
  });
  const spans = Array.from({ length: 2000 }, (_, number) => goodSpan(number + 1));
  const prepared = await pool.prepare(body(new Uint8Array(encodeTraces(spans)), "identity"), good);
  expect(prepared.kind).toBe("accepted");
  expect(done.length).toBeLessThanOrEqual(2);
  await Promise.all(bombs);
  await pool.close();
});
