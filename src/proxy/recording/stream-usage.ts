import { readServerSentEvents } from "../../platform/http/sse.ts";
import { scanMembers } from "../../platform/json/json-scan.ts";
import { looseObject, parsedJson } from "../../platform/json/loose-json.ts";
import type { Api } from "../endpoints.ts";
import { withoutHeaders } from "../relay/headers.ts";
import type { Rewriting } from "../rewriting.ts";

const member = Buffer.from('"stream_options":{"include_usage":true},');

/**
 * The body of a stream's request with `stream_options.include_usage` (OpenAI, chat completions) before its first
 * member; every other byte stays. Undefined where there is nothing to ask: no stream, or the client says itself.
 */
export function askingForUsage(body: Buffer, api: Api): Buffer | undefined {
  if (api !== "chat" && api !== "completions") return undefined;
  const found = scanMembers(body, ["stream", "stream_options"]);
  const stream = found.get("stream");
  if (!stream || found.has("stream_options")) return undefined;
  if (body.toString("latin1", stream.start, stream.end) !== "true") return undefined;
  const first = body.indexOf(0x7b) + 1;
  return Buffer.concat([body.subarray(0, first), member, body.subarray(first)]);
}

/** An answer from which an event is to be taken out must not be compressed. */
export const uncompressed = (forwarded: readonly string[]) => [
  ...withoutHeaders(forwarded, ["accept-encoding"]),
  "accept-encoding",
  "identity",
];

/** The client does not get the event that it did not ask for; the record has it. */
export const withoutUsage: Rewriting = {
  headers: [],
  begin({ contentType, encoding }) {
    if (contentType?.startsWith("text/event-stream") !== true || encoding !== undefined) return undefined;
    const filter = createUsageFilter();
    const nothing = Buffer.alloc(0);
    return {
      kind: "pieces",
      add: (chunk) => ({ shown: filter.add(chunk), kept: chunk }),
      end: () => ({ shown: filter.rest(), kept: nothing }),
      held: () => filter.rest(),
    };
  },
};

/** The usage event is far smaller: an event beyond this is passed on while it is still coming. */
const longestHeld = 65_536;

/**
 * Takes the event that holds nothing but usage out of a stream; all other bytes pass, each event as soon as it is
 * whole. `add` gives what may go on now, `rest` at the end what was still held.
 */
export function createUsageFilter() {
  let held: Buffer = Buffer.alloc(0);
  /** The beginning of the event under way is already gone. */
  let passing = false;
  return { add, rest };

  function add(chunk: Buffer): Buffer {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const passed: Buffer[] = [];
    let start = 0;
    for (const { index, 0: mark } of bytes.toString("latin1").matchAll(/\n\n|\n\r\n|\r\r/g)) {
      const event = bytes.subarray(start, index + mark.length);
      if (passing || !isUsage(event)) passed.push(event);
      passing = false;
      start = index + mark.length;
    }
    held = bytes.subarray(start);
    passing ||= held.length > longestHeld;
    if (passing && held.length > 3) {
      // Of a long event only what could be half of its end stays.
      passed.push(held.subarray(0, -3));
      held = held.subarray(-3);
    }
    return passed.length === 1 ? passed[0]! : Buffer.concat(passed);
  }

  function rest(): Buffer {
    const last = held;
    held = Buffer.alloc(0);
    return !passing && isUsage(last) ? Buffer.alloc(0) : last;
  }
}

function isUsage(event: Buffer): boolean {
  if (!event.includes('"usage"')) return false;
  const [only, ...others] = readServerSentEvents(event.toString("utf8"));
  const chunk = only && others.length === 0 ? looseObject(parsedJson(only.data)) : undefined;
  const choices = chunk?.["choices"];
  return looseObject(chunk?.["usage"]) !== undefined && Array.isArray(choices) && choices.length === 0;
}
