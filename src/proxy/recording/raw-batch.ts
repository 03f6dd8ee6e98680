import { isUtf8 } from "node:buffer";
import { anyValue, exportRequest, keyValue, resourceItems, scope, scopeItems, span } from "../../otlp/index.ts";
import { digest } from "../../platform/crypto/digest.ts";
import type { FinishedCall, RecordedBytes } from "../call.ts";
import { bytesOf, type EncodedCalls } from "./encode-calls.ts";
import { type RawFacts, rawAttributes, rawScope } from "./raw-call.ts";
import { spellingsOf } from "./redact.ts";

/**
 * Encodes calls of one project as an OTLP batch of unread bytes: one span per call, with its facts, request and
 * response as three texts. Writing it costs one copy; readRaw() later returns the same span as spanOf().
 */
export function createRawBatch(projectId: FinishedCall["projectId"], memory: Buffer<ArrayBuffer>) {
  let buffer = memory;
  const spansAt = putHeader(buffer);
  let pos = spansAt;
  const traceIds: string[] = [];
  const spanIds: string[] = [];
  return { add, take, isEmpty: () => traceIds.length === 0 };

  /** Returns false, and changes nothing, for a call that must be read before it may be stored. */
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

  /**
   * The bytes are a view into `memory`, which may be replaced: copy them before transferring them to another thread.
   */
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

  /** Returns false when the bytes aren't UTF-8 text. */
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

  function putChunks({ chunks }: RecordedBytes): void {
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

/** Searching larger bodies would delay calls in progress; they are left to the reading thread. */
const mostBytes = 2 ** 20;

/** Every length takes four bytes, so that nothing has to move. Four varint bytes hold up to 256 MB. */
const lengthBytes = 4;
const resourcesLengthAt = 1;
const scopesLengthAt = resourcesLengthAt + lengthBytes + 1;

function putLength(buffer: Buffer, at: number, length: number): void {
  buffer[at] = (length & 0x7f) | 0x80;
  buffer[at + 1] = ((length >>> 7) & 0x7f) | 0x80;
  buffer[at + 2] = ((length >>> 14) & 0x7f) | 0x80;
  buffer[at + 3] = length >>> 21;
}

/** Writes the request up to its first span; returns the position of that span. */
function putHeader(buffer: Buffer): number {
  buffer[0] = exportRequest.resources;
  buffer[scopesLengthAt - 1] = resourceItems.scopes;
  let pos = scopesLengthAt + lengthBytes;
  for (const byte of [scopeItems.scope, rawScope.length + 2, scope.name, rawScope.length]) buffer[pos++] = byte;
  return pos + buffer.write(rawScope, pos);
}

/** Whether a response is complete, JSON and uncompressed, so that detectors can search its bytes directly. */
function isPlain(call: FinishedCall): boolean {
  if (call.outcome.kind !== "answered" || call.status === undefined || call.api === "models") return false;
  if (call.request.lost > 0 || call.response.lost > 0 || call.request.chunks.length === 0) return false;
  if (call.requestEncoding !== undefined || call.responseEncoding !== undefined) return false;
  return call.responseType?.startsWith("application/json") === true;
}

/** Whether bytes may contain a key, directly or with escapes. Searches once per spelling for the whole call. */
function hides(bytes: Buffer, spellings: readonly string[]): boolean {
  for (let at = bytes.indexOf(escapeStart); at !== -1; at = bytes.indexOf(escapeStart, at + 5)) {
    const digit = bytes[at + 4];
    if (digit === undefined || (digit >= 0x32 && digit <= 0x37)) return true;
  }
  for (const each of spellings) if (bytes.includes(each)) return true;
  return spellings.some((each) => each.includes("/")) && bytes.includes("\\/");
}

const escapeStart = Buffer.from("\\u00");

/**
 * Returns all of a call but its ids and bytes. Spelled out by member: it runs for every call on the forwarding
 * thread.
 */
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
