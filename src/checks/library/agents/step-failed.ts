import { errorSeverities, type FailedStep, failureWords } from "../../../datapoints/index.ts";
import { matchesGlob } from "../../../platform/text/glob.ts";
import { callError, defect, defineCheck, passesWhenFalse, z } from "../definition.ts";
import { agents } from "./shared-properties.ts";

export const stepFailed = defineCheck({
  ...agents,
  name: "step_failed",
  title: "Step failed around the call",
  description:
    "A tool, an agent, a retrieval or another step of the trace ended in an exception or an error. The finding belongs to the call that the step belongs to, and carries the step's error type. Names may be left out (`*` matches any text).",
  severity: "major",
  judges: "operation",
  targets: ["metadata"],
  finds: "error",
  output: passesWhenFalse,
  source: "OpenTelemetry status and exceptions; promptfoo trace-error-spans",
  options: z.strictObject({ ignore_names: z.array(z.string().max(200)).max(100).default([]) }),
  evaluate: ({ datapoint: { failedSteps = [] } }, { ignore_names: ignored }) => {
    const [first, ...others] = failedSteps.filter(({ name }) => !ignored.some((glob) => matchesGlob(glob, name)));
    if (!first) return defect(false, failedSteps.length === 0 ? "no step failed" : "only ignored steps failed");
    const also = others.length === 0 ? "" : `; also failed: ${others.map(({ name }) => name).join(", ")}`;
    const outcome = callError(first.error.type, `${sentenceOf(first)}${also}`);
    return { ...outcome, severity: errorSeverities[first.error.type] };
  },
});

function sentenceOf({ kind, name, error }: FailedStep): string {
  const what = failureWords(error);
  return `${kind === "app" ? "" : `${kind} `}${name} failed${what === "" ? "" : `: ${what}`}`;
}
