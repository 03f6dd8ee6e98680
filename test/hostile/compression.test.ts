import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { prepareSmall } from "../../src/ingest/otlp/prepare-pool.ts";
import { defaultLimits } from "../../src/otlp/service.ts";
import { inflate } from "../../src/proxy/inflate.ts";

const maxBytes = 16 * 2 ** 20;
const bomb = Buffer.alloc(64 * 2 ** 20, " ");
const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 5 };

test.each([
  ["br", brotliCompressSync(bomb, { params })],
  ["gzip", gzipSync(bomb)],
  ["zstd", zstdCompressSync(bomb)],
])(
  "a small %s body that inflates to 64 MB is given up at the limit, while the main thread does other work",
  async (encoding, bytes) => {
    let isOver = false;
    const inflated = inflate(bytes, encoding, maxBytes).finally(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    expect(await inflated).toBe("unreadable");
  },
);

test("a body that is interrupted is read as far as it arrived", async () => {
  const whole = gzipSync(Buffer.from(JSON.stringify({ model: "gpt-4o", input: "x".repeat(5000) })));
  const plain = await inflate(whole.subarray(0, whole.length - 8), "gzip", maxBytes);
  expect(String(plain)).toContain('"model":"gpt-4o"');
});

test.each([
  ["a plain body", "identity", Buffer.alloc(64 * 1024), true],
  ["a larger plain body", "identity", Buffer.alloc(64 * 1024 + 1), false],
  ["gzip of 64 KB", "gzip", gzipSync(Buffer.alloc(64 * 1024)), true],
  ["7.8 KB of gzip that inflate to 8 MB", "gzip", gzipSync(Buffer.alloc(8 * 10 ** 6)), false],
  [
    "two gzip members of which the second is large",
    "gzip",
    Buffer.concat([1, 4e6].map((n) => gzipSync(Buffer.alloc(n)))),
    false,
  ],
] as const)(
  "%s in %s is read on the main thread only if it is small when inflated",
  (_, compression, bytes, isHere) => {
    const limits = { ...defaultLimits, bodyBytes: 16 * 2 ** 20 };
    const prepared = prepareSmall({ bytes, compression, signal: "traces", format: "protobuf", limits });
    expect(prepared !== undefined).toBe(isHere);
  },
);
