import type { PrivacyRules } from "../../datapoints/index.ts";
import type { Admission } from "../../otlp/index.ts";
import { Failure } from "../../platform/failure.ts";
import { freeMemory } from "../../platform/files/free-memory.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Redactor } from "./redactor.ts";

interface RedactingAdmissionDependencies {
  readonly admission: Admission;
  readonly redactor: Pick<Redactor, "redact">;
  /** The current rules of a project. */
  readonly rulesOf: (project: ProjectId) => PrivacyRules;
  readonly telemetry: Telemetry;
}

/**
 * Wraps admission for every source: nothing reaches the journal before the project's rules are applied. Data
 * that cannot be redacted is not accepted.
 */
export function createRedactingAdmission({
  admission,
  redactor,
  rulesOf,
  telemetry,
}: RedactingAdmissionDependencies): Admission {
  return {
    async admit(batch) {
      const { bytes, counts, unfinished } = await redactor.redact(batch, rulesOf(batch.projectId)).catch(refused);
      if (unfinished > 0) reportUnfinished(unfinished);
      const admitted = await admission.admit({ ...batch, bytes });
      // A buffer returned by a thread has no other owner.
      if (bytes.buffer !== batch.bytes.buffer) freeMemory(bytes);
      if (!admitted.repeated) report(counts);
      return admitted;
    },
  };

  /** Counts requests that must be sent again. */
  function refused(thrown: unknown): never {
    const reason = thrown instanceof Failure && thrown.facts["reason"] === "redaction_slow" ? "slow" : "failed";
    telemetry.emit({
      kind: "redactions-refused",
      level: "warn",
      labels: { reason },
      message: "a request was not redacted in time and must be sent again",
    });
    throw thrown;
  }

  function reportUnfinished(count: number): void {
    telemetry.emit({
      kind: "redactions-unfinished",
      level: "warn",
      count,
      message: "texts were replaced whole, because the redaction of the project did not finish on them",
    });
  }

  function report(counts: ReadonlyMap<string, number>): void {
    const count = [...counts.values()].reduce((sum, each) => sum + each, 0);
    if (count === 0) return;
    telemetry.emit({ kind: "values-redacted", level: "debug", count, message: "values were redacted on receipt" });
  }
}
