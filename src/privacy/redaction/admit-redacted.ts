import type { PrivacyRules } from "../../datapoints/text/redaction.ts";
import type { Admission } from "../../otlp/ports/admission.ts";
import { freeMemory } from "../../platform/files/free-memory.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Redactor } from "./redactor.ts";

interface Needs {
  readonly admission: Admission;
  readonly redactor: Pick<Redactor, "redact">;
  /** The rules in force for a project, this moment. */
  readonly rulesOf: (project: ProjectId) => PrivacyRules;
  readonly telemetry: Telemetry;
}

/**
 * The admission that every way in is given: nothing reaches the journal before the project's rules went over it. What
 * cannot be redacted is not admitted.
 */
export function createRedactingAdmission({ admission, redactor, rulesOf, telemetry }: Needs): Admission {
  return {
    async admit(batch) {
      const { bytes, counts } = await redactor.redact(batch, rulesOf(batch.projectId));
      const admitted = await admission.admit({ ...batch, bytes });
      // What came back from a thread is nobody else's.
      if (bytes.buffer !== batch.bytes.buffer) freeMemory(bytes);
      if (!admitted.repeated) tell(counts);
      return admitted;
    },
  };

  function tell(counts: ReadonlyMap<string, number>): void {
    const count = [...counts.values()].reduce((sum, each) => sum + each, 0);
    if (count === 0) return;
    telemetry.emit({ kind: "values-redacted", level: "debug", count, message: "values were redacted on receipt" });
  }
}
