import { defineCheck, scored, z } from "../../definition.ts";
import { expectedFunction } from "../shared-properties.ts";
import { areAllParamsExpected } from "./are-all-params-expected.ts";
import { areRequiredParamsPresent } from "./are-required-params-present.ts";
import { doParamValuesMatch } from "./do-param-values-match.ts";
import { isFunctionCorrect } from "./is-function-correct.ts";
import { nameOptions, valueOptions } from "./named-call.ts";

const partNames = {
  name: "name",
  required: "required parameters",
  unexpected: "no unexpected parameters",
  values: "values",
} as const;

type Part = keyof typeof partNames;

const parts: readonly Part[] = ["name", "required", "unexpected", "values"];

const weight = z.number().nonnegative().default(1);

const weights = z
  .strictObject({ name: weight, required: weight, unexpected: weight, values: weight })
  .refine((given) => parts.some((part) => given[part] > 0), "one weight at least is above 0");

export const functionCallValidator = defineCheck({
  ...expectedFunction,
  name: "function_call_validator",
  title: "Function call fully valid",
  description:
    "Share of the four function checks (name, required, no unexpected, values) that hold, weighted if wanted; passes when all do.",
  severity: "critical",
  output: scored("0..1; pass ≥ 1", "higher"),
  source: "Okareo function_call_validator",
  options: z.strictObject({ weights: z.union([z.literal("equal"), weights]).default("equal") }),
  evaluate: (subject, { weights }) => {
    const outcomes = {
      name: isFunctionCorrect.evaluate(subject, nameOptions.parse({})),
      required: areRequiredParamsPresent.evaluate(subject, { null_is_absent: true }),
      unexpected: areAllParamsExpected.evaluate(subject, { allow_schema_params: false }),
      values: doParamValuesMatch.evaluate(subject, valueOptions.parse({})),
    };
    if (outcomes.name.kind === "skipped") return outcomes.name;
    const weightOf = (part: Part) => (weights === "equal" ? 1 : weights[part]);
    const sum = (some: readonly Part[]) => some.reduce((all, part) => all + weightOf(part), 0);
    const wrong = parts.filter((part) => outcomes[part].kind !== "passed");
    return {
      kind: wrong.length === 0 ? "passed" : "failed",
      value: 1 - sum(wrong) / sum(parts),
      explanation:
        wrong.length === 0
          ? "name, parameters and values are right"
          : `wrong: ${wrong.map((part) => partNames[part]).join(", ")}`,
      evidence: [],
    };
  },
});
