import { encodeTraces, type Span } from "../../otlp/index.ts";
import { digest } from "../../platform/crypto/digest.ts";
import { asProjectId, type ProjectId } from "../../platform/ids.ts";
import type { FinishedCall, RecordedBytes } from "../call.ts";
import { spanOf } from "./span.ts";

/** Calls in transit to the reading thread: their facts as JSON, all their bytes in one buffer. */
export interface PackedCalls {
  readonly facts: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Spans of one project as an OTLP ExportTraceServiceRequest. */
export interface EncodedCalls {
  readonly projectId: ProjectId;
  readonly traceIds: readonly string[];
  /** Digest of the span ids, which are random: no two batches are mistaken for a repeated one. */
  readonly bodyHash: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Encoding {
  readonly batches: readonly EncodedCalls[];
  /** The error names of calls that could not be read, which is a defect of Gaffe. */
  readonly failures: readonly string[];
}

export function packCalls(calls: readonly FinishedCall[]): PackedCalls {
  const size = calls.reduce((sum, { request, response }) => sum + bytesOf(request) + bytesOf(response), 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  const pack = ({ chunks, lost }: RecordedBytes) => ({
    lost,
    chunks: chunks.map((chunk) => {
      bytes.set(chunk, at);
      at += chunk.length;
      return chunk.length;
    }),
  });
  const facts = calls.map((call) => ({ ...call, request: pack(call.request), response: pack(call.response) }));
  return { facts: JSON.stringify(facts), bytes };
}

/** Reads packed calls into spans. A call that cannot be read does not affect the others. `onCall`: called before each, with its index. */
export function encodeCalls(packed: PackedCalls, onCall: (index: number) => void = () => undefined): Encoding {
  const byProject = new Map<string, Span[]>();
  const failures: string[] = [];
  for (const [index, call] of unpacked(packed).entries()) {
    onCall(index);
    try {
      const span = spanOf(call);
      const spans = byProject.get(call.projectId);
      if (spans) spans.push(span);
      else byProject.set(call.projectId, [span]);
    } catch (thrown) {
      failures.push(thrown instanceof Error ? thrown.name : "unknown");
    }
  }
  const batches = [...byProject].map(([project, spans]) => ({
    projectId: asProjectId(project),
    traceIds: spans.map(({ traceId }) => traceId),
    bodyHash: digest(project, ...spans.map(({ spanId }) => spanId)),
    bytes: owned(encodeTraces(spans)),
  }));
  return { batches, failures };
}

/** Copies into unshared memory, which can be transferred to another thread. */
function owned(bytes: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

export const bytesOf = ({ chunks }: RecordedBytes): number => chunks.reduce((sum, { length }) => sum + length, 0);

type PackedCall = Omit<FinishedCall, "request" | "response"> & Record<"request" | "response", PackedBytes>;
interface PackedBytes {
  readonly lost: number;
  readonly chunks: readonly number[];
}

function unpacked({ facts, bytes }: PackedCalls): FinishedCall[] {
  let at = 0;
  const take = ({ lost, chunks }: PackedBytes): RecordedBytes => ({
    lost,
    chunks: chunks.map((length) => bytes.subarray(at, (at += length))),
  });
  const calls = JSON.parse(facts) as PackedCall[];
  return calls.map((call) => ({ ...call, request: take(call.request), response: take(call.response) }));
}
