import { isUtf8 } from "node:buffer";
import { anyValue, exportRequest, keyValue, resourceItems, scope, scopeItems, span } from "../../otlp/fields.ts";
import { digest } from "../../platform/crypto/digest.ts";
import type { FinishedCall, Kept } from "../call.ts";
import { bytesOf, type EncodedCalls } from "./encode-calls.ts";
import { type RawFacts, rawAttributes, rawScope } from "./raw-call.ts";
import { spellingsOf } from "./redact.ts";

/**
 * Calls of one project as an OTLP batch that holds their bytes as they came: one span a call, with its facts, request
 * and answer as three texts. Writing it costs a copy; readRaw() makes of it what spanOf() makes of the call.
 */
export function createRawBatch(projectId: FinishedCall["projectId"], memory: Buffer<ArrayBuffer>) {
  let buffer = memory;
  const spansAt = putHeader(buffer);
  let pos = spansAt;
  const traceIds: string[] = [];
  const spanIds: string[] = [];
  return { add, take, isEmpty: () => traceIds.length === 0 };

  /** False, and nothing changed, for a call that must be read before it may be written down. */
  function add(call: FinishedCall): boolean {
    const size = bytesOf(call.request) + bytesOf(call.response);
    if (size > mostBytes || !isPlain(call)) return false;
    const facts = JSON.stringify(factsOf(call));
    const start = pos;
    reserve(facts.length * 3 + size + 256);
    const lengthAt = open(scopeItems.items);
    putId(span.traceId, call.traceId);
    putId(span.spanId, call.spanId);
    putText(rawAttributes.facts, () => (pos += buffer.write(facts, pos)));
    const areTexts =
      putText(rawAttributes.request, () => putChunks(call.request)) &&
      putText(rawAttributes.response, () => putChunks(call.response));
    close(lengthAt);
    if (!areTexts || hides(buffer.subarray(start, pos), spellingsOf(call.secrets))) {
      pos = start;
      return false;
    }
    traceIds.push(call.traceId);
    spanIds.push(call.spanId);
    return true;
  }

  /** Its bytes are a view into `memory`, which may be another by now: whoever hands them to another thread copies them. */
  function take(): EncodedCalls & { readonly memory: Buffer<ArrayBuffer> } {
    putLength(buffer, resourcesLengthAt, pos - resourcesLengthAt - lengthBytes);
    putLength(buffer, scopesLengthAt, pos - scopesLengthAt - lengthBytes);
    const bytes = new Uint8Array(buffer.buffer, 0, pos);
    return { projectId, traceIds, bodyHash: digest(projectId, ...spanIds), bytes, memory: buffer };
  }

  function putId(tag: number, id: string): void {
    buffer[pos++] = tag;
    buffer[pos++] = id.length / 2;
    pos += buffer.write(id, pos, "hex");
  }

  /** False where the bytes are no text. */
  function putText(key: Buffer, put: () => void): boolean {
    const attributeAt = open(span.attributes);
    buffer.set(key, pos);
    pos += key.length;
    const valueAt = open(keyValue.value);
    const textAt = open(anyValue.string);
    put();
    close(textAt);
    close(valueAt);
    close(attributeAt);
    return isUtf8(buffer.subarray(textAt + lengthBytes, pos));
  }

  function putChunks({ chunks }: Kept): void {
    for (const chunk of chunks) {
      buffer.set(chunk, pos);
      pos += chunk.length;
    }
  }

  function open(tag: number): number {
    buffer[pos] = tag;
    pos += 1 + lengthBytes;
    return pos - lengthBytes;
  }

  function close(lengthAt: number): void {
    putLength(buffer, lengthAt, pos - lengthAt - lengthBytes);
  }

  function reserve(count: number): void {
    if (pos + count <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, pos + count));
    buffer.copy(larger, 0, 0, pos);
    buffer = larger;
  }
}

/** Looking through more than this would hold up the calls that are under way; the thread that reads has the time. */
const mostBytes = 2 ** 20;

/** All lengths take four bytes, whether they need them or not, so that nothing has to move. 256 MB fit. */
const lengthBytes = 4;
const resourcesLengthAt = 1;
const scopesLengthAt = resourcesLengthAt + lengthBytes + 1;

function putLength(buffer: Buffer, at: number, length: number): void {
  buffer[at] = (length & 0x7f) | 0x80;
  buffer[at + 1] = ((length >>> 7) & 0x7f) | 0x80;
  buffer[at + 2] = ((length >>> 14) & 0x7f) | 0x80;
  buffer[at + 3] = length >>> 21;
}

/** The beginning of the request up to its first span; returns where that begins. */
function putHeader(buffer: Buffer): number {
  buffer[0] = exportRequest.resources;
  buffer[scopesLengthAt - 1] = resourceItems.scopes;
  let pos = scopesLengthAt + lengthBytes;
  for (const byte of [scopeItems.scope, rawScope.length + 2, scope.name, rawScope.length]) buffer[pos++] = byte;
  return pos + buffer.write(rawScope, pos);
}

/** An answer that came whole, as JSON and uncompressed: what the detectors see in its bytes is what was said. */
function isPlain(call: FinishedCall): boolean {
  if (call.outcome.kind !== "answered" || call.status === undefined || call.api === "models") return false;
  if (call.request.lost > 0 || call.response.lost > 0 || call.request.chunks.length === 0) return false;
  if (call.requestEncoding !== undefined || call.responseEncoding !== undefined) return false;
  return call.responseType?.startsWith("application/json") === true;
}

/** True where bytes could hold a key, as it is or spelled with escapes. One search each for all of a call. */
function hides(bytes: Buffer, spellings: readonly string[]): boolean {
  for (let at = bytes.indexOf(escapeStart); at !== -1; at = bytes.indexOf(escapeStart, at + 5)) {
    const digit = bytes[at + 4];
    if (digit === undefined || (digit >= 0x32 && digit <= 0x37)) return true;
  }
  for (const each of spellings) if (bytes.includes(each)) return true;
  return spellings.some((each) => each.includes("/")) && bytes.includes("\\/");
}

const escapeStart = Buffer.from("\\u00");

/** All of a call but its ids and bytes. Member by member: this runs for every call on the thread that forwards. */
function factsOf(call: FinishedCall): RawFacts {
  return {
    projectId: call.projectId,
    api: call.api,
    providerName: call.providerName,
    server: call.server,
    parentSpanId: call.parentSpanId,
    startedAt: call.startedAt,
    firstByteAt: call.firstByteAt,
    endedAt: call.endedAt,
    responseType: call.responseType,
    status: call.status,
    outcome: call.outcome,
    session: call.session,
    user: call.user,
    tags: call.tags,
    service: call.service,
    environment: call.environment,
    release: call.release,
    madeBy: call.madeBy,
    retries: call.retries,
  };
}
