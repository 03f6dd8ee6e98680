import { type Admission, encodeTraces, type Span } from "../../otlp/index.ts";
import { digest } from "../../platform/crypto/digest.ts";
import type { ProjectId } from "../../platform/ids.ts";

/** Sends calls from the API through the pipeline like spans from any source; resolves once they are durable. */
export async function recordCalls(admission: Admission, projectId: ProjectId, spans: readonly Span[], at: number) {
  const bytes = encodeTraces(spans);
  await admission.admit({
    projectId,
    source: "api",
    signal: "traces",
    receivedAt: at,
    bytes,
    traceIds: spans.map(({ traceId }) => traceId),
    bodyHash: digest("api", projectId, bytes.toString("latin1")),
  });
}
