import { encodeTraces } from "../../otlp/encode.ts";
import type { Span } from "../../otlp/span.ts";
import { digest } from "../../platform/crypto/digest.ts";
import { asProjectId, type ProjectId } from "../../platform/ids.ts";
import type { FinishedCall, Kept } from "../call.ts";
import { spanOf } from "./span.ts";

/** Calls on their way to the thread that reads them: their facts as JSON, all their bytes in one piece. */
export interface PackedCalls {
  readonly facts: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Spans of one project as an OTLP ExportTraceServiceRequest. */
export interface EncodedCalls {
  readonly projectId: ProjectId;
  /** Of each span, in order. */
  readonly traceIds: readonly string[];
  /** Digest of the span ids, which are random: no two batches are mistaken for a repetition. */
  readonly bodyHash: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Encoding {
  readonly batches: readonly EncodedCalls[];
  /** Calls that could not be read, which is a defect of ours: the error of each by name. */
  readonly failures: readonly string[];
}

export function packCalls(calls: readonly FinishedCall[]): PackedCalls {
  const size = calls.reduce((sum, { request, response }) => sum + bytesOf(request) + bytesOf(response), 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  const place = ({ chunks, lost }: Kept) => ({
    lost,
    chunks: chunks.map((chunk) => {
      bytes.set(chunk, at);
      at += chunk.length;
      return chunk.length;
    }),
  });
  const facts = calls.map((call) => ({ ...call, request: place(call.request), response: place(call.response) }));
  return { facts: JSON.stringify(facts), bytes };
}

/** Reads packed calls into spans. One that cannot be read takes no other with it. */
export function encodeCalls(packed: PackedCalls): Encoding {
  const byProject = new Map<string, Span[]>();
  const failures: string[] = [];
  for (const call of unpacked(packed)) {
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

/** In memory of its own, so that it can be given to another thread. */
function owned(bytes: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

export const bytesOf = ({ chunks }: Kept): number => chunks.reduce((sum, { length }) => sum + length, 0);

type PackedCall = Omit<FinishedCall, "request" | "response"> & Record<"request" | "response", PackedKept>;
interface PackedKept {
  readonly lost: number;
  readonly chunks: readonly number[];
}

function unpacked({ facts, bytes }: PackedCalls): FinishedCall[] {
  let at = 0;
  const take = ({ lost, chunks }: PackedKept): Kept => ({
    lost,
    chunks: chunks.map((length) => bytes.subarray(at, (at += length))),
  });
  const calls = JSON.parse(facts) as PackedCall[];
  return calls.map((call) => ({ ...call, request: take(call.request), response: take(call.response) }));
}
