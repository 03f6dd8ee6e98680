import { readdirSync, readFileSync } from "node:fs";
import type { Body } from "../../../src/otlp/prepare.ts";
import type { Span } from "../../../src/otlp/span.ts";

const folder = new URL("../../fixtures/otlp/", import.meta.url);

export interface Capture {
  readonly name: string;
  readonly transport: "http" | "grpc";
  readonly body: Body;
}

/** The captured request bodies of real exporters. */
export const captures: readonly Capture[] = readdirSync(folder)
  .filter((name) => !name.endsWith(".md"))
  .map((name) => {
    const bytes = readFileSync(new URL(name, folder));
    const isGrpc = name.endsWith(".grpc");
    const body: Body = {
      bytes: new Uint8Array(isGrpc ? bytes.subarray(5) : bytes),
      signal: name.includes(".logs.") ? "logs" : "traces",
      format: name.includes(".json") ? "json" : "protobuf",
      compression: name.endsWith(".gz") || (isGrpc && bytes[0] === 1) ? "gzip" : "identity",
    };
    return { name, transport: isGrpc ? "grpc" : "http", body };
  });

const scope = { name: "test", version: "1", attributes: new Map() };
const resource = new Map([["service.name", "shop"]]);

/** Returns a valid span whose ids derive from its number. */
export function goodSpan(ordinal: number, facts: Partial<Span> = {}): Span {
  return {
    traceId: ordinal.toString(16).padStart(31, "0").padStart(32, "a"),
    spanId: ordinal.toString(16).padStart(15, "0").padStart(16, "b"),
    name: `span ${ordinal}`,
    kind: 3,
    startNs: 1_795_227_443_228_456_789n,
    endNs: 1_795_227_443_228_456_790n,
    attributes: new Map([["gen_ai.operation.name", "chat"]]),
    droppedCount: 0,
    events: [],
    status: "unset",
    scope,
    resource,
    ...facts,
  };
}

export function field(number: number, content: Uint8Array): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
}

export const requestOf = (items: readonly Uint8Array[]) =>
  field(1, field(2, Buffer.concat(items.map((item) => field(2, item)))));

export const rawSpan = (...fields: readonly Uint8Array[]) =>
  Buffer.concat([field(1, Buffer.alloc(16, 1)), field(2, Buffer.alloc(8, 2)), ...fields]);

export const rawAttribute = (number: number, key: string, value: Uint8Array) =>
  field(number, Buffer.concat([field(1, Buffer.from(key)), field(2, value)]));

/** Encodes an AnyValue of nested lists. */
export function nestedValue(depth: number): Buffer {
  // Built from the inside out in one pass: each chunk goes in front of the others.
  const chunks: Buffer[] = [];
  let length = 0;
  for (let level = 0; level < depth; level++) {
    const outer = level === depth - 1 ? [] : [varint(10)];
    const inner = Buffer.concat([varint(5 * 8 + 2), varint(length)]);
    length += inner.length;
    const header = Buffer.concat([...outer, ...(outer.length > 0 ? [varint(length)] : []), inner]);
    length += header.length - inner.length;
    chunks.push(header);
  }
  return Buffer.concat(chunks.reverse());
}

export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

/** Returns a seeded generator of numbers in [0, 1) (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const junk = ["__proto__", "9".repeat(40), "\\ud800", "\u0000", "{".repeat(60), "[".repeat(60), '"', "null", "-1e999"];

/**
 * Damages a body: bits, cuts, splices, wrong lengths, groups, endless varints, values that crashed other parsers.
 */
export function mutate(bytes: Uint8Array, random: () => number): Uint8Array<ArrayBuffer> {
  let mutant = Buffer.from(bytes);
  const rounds = 1 + Math.floor(random() * 4);
  for (let round = 0; round < rounds; round++) {
    const at = Math.floor(random() * mutant.length);
    const to = Math.floor(random() * mutant.length);
    switch (Math.floor(random() * 8)) {
      case 0:
        mutant[at] = (mutant[at] ?? 0) ^ (1 << Math.floor(random() * 8));
        break;
      case 1:
        mutant = mutant.subarray(0, at);
        break;
      case 2:
        mutant = Buffer.concat([mutant.subarray(0, at), mutant.subarray(to)]);
        break;
      case 3:
        mutant[at] = Math.floor(random() * 256);
        break;
      case 4:
        mutant = Buffer.concat([mutant.subarray(0, at), Buffer.alloc(11, 0xff), mutant.subarray(at)]);
        break;
      case 5:
        mutant = Buffer.concat([mutant.subarray(0, at), Buffer.alloc(100, 0x0b), mutant.subarray(at)]);
        break;
      case 6:
        mutant = Buffer.concat([mutant.subarray(0, at), Buffer.from([0xff, 0xfe, 0x0a, 0x7f]), mutant.subarray(at)]);
        break;
      default:
        mutant = Buffer.concat([
          mutant.subarray(0, at),
          Buffer.from(junk[Math.floor(random() * junk.length)] ?? ""),
          mutant.subarray(at),
        ]);
    }
  }
  return new Uint8Array(mutant);
}
