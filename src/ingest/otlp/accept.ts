import type { Admission, Admitted, Body, OtlpSignal, Prepared, RejectedItem, Source } from "../../otlp/index.ts";
import { describeRejected, isOverQuota } from "../../otlp/service.ts";
import { digest } from "../../platform/crypto/digest.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { RefusedItemsReason } from "./events.ts";
import { type Unavailable, unavailableOf } from "./unavailable.ts";

export interface Received {
  readonly projectId: ProjectId;
  readonly transport: "http" | "grpc";
  readonly body: Body;
}

/** The result that both transports respond with. `admitted` is absent when no items were left to admit. */
export type Accepted =
  | {
      readonly kind: "accepted";
      readonly items: number;
      readonly rejected: number;
      /** A readable summary of why items were rejected; "" when none was. */
      readonly message: string;
      readonly admitted?: Admitted;
    }
  | { readonly kind: "refused"; readonly reason: "invalid" | "too_large"; readonly message: string }
  | Unavailable
  | { readonly kind: "over_quota"; readonly message: string; readonly retryAfterSeconds: number }
  | { readonly kind: "failed" };

export interface AcceptDependencies {
  readonly prepare: (body: Body, project: ProjectId) => Promise<Prepared>;
  readonly admission: Admission;
  readonly telemetry: Telemetry;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const source: Source = "otlp";

interface Loss {
  readonly rejected: readonly RejectedItem[];
  readonly repairedTexts: number;
  readonly truncated: number;
}

/** Turns a body into a batch in the journal: the part of receiving that all transports share. It never throws. */
export function createAccept({ prepare, admission, telemetry, now }: AcceptDependencies) {
  return async function accept({ projectId, transport, body }: Received): Promise<Accepted> {
    const { signal } = body;
    try {
      const prepared = await prepare(body, projectId);
      if (prepared.kind === "refused") {
        telemetry.emit({
          kind: "bodies-refused",
          level: "debug",
          labels: { signal, reason: prepared.reason },
          message: "nothing of a body could be taken",
          facts: { project: projectId, detail: prepared.message },
        });
        return prepared;
      }
      const { bytes, traceIds, rejected } = prepared;
      const answer = {
        kind: "accepted",
        items: traceIds.length,
        rejected: rejected.length,
        message: rejected.length > 0 ? describeRejected(signal, rejected) : "",
      } as const;
      if (traceIds.length === 0) {
        reportLoss(signal, prepared, projectId);
        return answer;
      }
      const bodyHash = digest(projectId, signal, prepared.digest);
      const batch = { projectId, source, signal, receivedAt: now(), bytes, traceIds, bodyHash };
      const admitted = await admission.admit(batch).catch((thrown: unknown) => {
        if (!isOverQuota(thrown)) countRefused(signal, traceIds.length, projectId, thrown);
        throw thrown;
      });
      reportLoss(signal, prepared, projectId);
      telemetry.emit({
        kind: "items-received",
        level: "debug",
        count: traceIds.length,
        labels: { signal, transport, repeated: `${admitted.repeated}` },
        message: "a batch is in the journal",
      });
      return { ...answer, admitted };
    } catch (thrown) {
      return refusalOf(thrown);
    }
  };

  function reportLoss(signal: OtlpSignal, { rejected, repairedTexts, truncated }: Loss, project: ProjectId): void {
    const counts = new Map<string, number>();
    for (const { reason } of rejected) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    for (const [reason, count] of counts) {
      const message = "items were rejected, the rest of their request is processed";
      telemetry.emit({
        kind: "items-rejected",
        level: "warn",
        count,
        labels: { signal, reason },
        message,
        facts: { project },
      });
    }
    if (truncated > 0) {
      const message = "values were too large and were cut, which their spans or log records state";
      telemetry.emit({
        kind: "items-truncated",
        level: "warn",
        count: truncated,
        labels: { signal },
        message,
        facts: { project },
      });
    }
    if (repairedTexts > 0) {
      const message = "texts that were not UTF-8 now hold U+FFFD";
      telemetry.emit({ kind: "texts-repaired", level: "debug", count: repairedTexts, labels: { signal }, message });
    }
  }

  /** Counts items of requests that were refused as a whole. A client that repeats the request is counted again. */
  function countRefused(signal: OtlpSignal, count: number, project: ProjectId, thrown: unknown): void {
    const reason: RefusedItemsReason = unavailableOf(thrown) ? "unavailable" : "internal";
    const message = "items were refused with their request";
    const labels = { signal, reason };
    telemetry.emit({ kind: "items-refused", level: "debug", count, labels, message, facts: { project } });
  }

  function refusalOf(thrown: unknown): Accepted {
    if (isOverQuota(thrown)) {
      const { message, facts } = thrown;
      return { kind: "over_quota", message, retryAfterSeconds: Number(facts["retryAfterSeconds"]) };
    }
    const unavailable = unavailableOf(thrown);
    if (unavailable) return unavailable;
    telemetry.log.error({ event: "receive-failed", err: thrown }, "a request could not be received");
    return { kind: "failed" };
  }
}

export type Accept = ReturnType<typeof createAccept>;
