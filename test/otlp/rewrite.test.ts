import { expect, test } from "vitest";
import { decodeTraces } from "../../src/otlp/decode.ts";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { rewriteTexts } from "../../src/otlp/rewrite/rewrite.ts";
import { scan } from "../../src/otlp/scan.ts";
import { captures, field, goodSpan, mutate, randomOf } from "../support/data/otlp-bodies.ts";

const shout = {
  mayChange: () => true,
  text: (text: string) => (text.includes("secret") ? text.replaceAll("secret", "[redacted]") : undefined),
};

test("a resource that cannot be read goes, the spans of others stay", () => {
  const whole = encodeTraces([goodSpan(1)]);
  const damagedResource = field(1, field(1, Buffer.from([0x0a, 0x7f, 0x01])));
  const bytes = Buffer.concat([whole, damagedResource]);
  const scanned = scan(bytes, "traces");
  expect(scanned.kind).toBe("scanned");
  const rewritten = rewriteTexts(bytes, "traces", shout);
  expect(decodeTraces(rewritten).map(({ spanId }) => spanId)).toEqual(decodeTraces(whole).map(({ spanId }) => spanId));
  expect(Buffer.from(rewritten).includes(Buffer.from([0x0a, 0x7f, 0x01]))).toBe(false);
});

test("any damage that passes the scan can be rewritten", () => {
  const random = randomOf(20_261_121);
  const bodies = captures.filter(({ body }) => body.format === "protobuf" && body.compression === "identity");
  for (let round = 0; round < 5_000; round++) {
    const { body } = bodies[round % bodies.length] as (typeof bodies)[number];
    const scanned = scan(mutate(body.bytes, random), body.signal);
    if (scanned.kind === "scanned") rewriteTexts(scanned.bytes, body.signal, shout);
  }
});
