import { Failure } from "../../../platform/failure.ts";
import { unreachable } from "../../../platform/http/unreachable.ts";
import type { CustomOutput } from "../../custom/custom-check.ts";
import type { JudgeAnswer, JudgeRequest } from "../judge.ts";

/** The subset of JSON Schema that every provider's structured output accepts. */
export type Schema = { readonly [key: string]: unknown };

const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const list = (of: Schema): Schema => ({ type: "array", items: of });
const text: Schema = { type: "string" };
const quotes = list(text);

/**
 * Builds the schema of a response: per check, evidence and reasoning before the verdict, and last the seal
 * that only the instructions contain.
 */
export function answerSchema(requests: readonly JudgeRequest[]): Schema {
  const results = Object.fromEntries(requests.map(({ check }) => [check.name, resultSchema(check.rubric.answer)]));
  return object({ results: object(results), seal: text });
}

function resultSchema(answer: JudgeAnswer): Schema {
  const common = { applies: { type: "boolean" }, evidence: quotes, reasoning: text };
  switch (answer.kind) {
    case "yes_no":
      return object({ ...common, verdict: { type: "boolean" } });
    case "levels":
      return object({ ...common, verdict: { type: "integer", enum: [1, 2, 3, 4, 5] } });
    case "classes":
      return object({ ...common, verdict: { type: "string", enum: Object.keys(answer.classes) } });
    case "custom":
      return object({ ...common, verdict: customSchema(answer.output) });
    case "embedding":
      throw new Failure("defect", "an embedding check compares vectors and has no response schema");
    case "pairwise":
      return object({ ...common, verdict: { type: "string", enum: ["first", "second", "tie"] } });
    case "items": {
      const label = { type: "string", enum: Object.keys(answer.labels) };
      const item = object({ item: text, evidence: text, label });
      return object({ applies: { type: "boolean" }, reasoning: text, verdict: list(item) });
    }
    default:
      return unreachable(answer);
  }
}

function customSchema(output: CustomOutput): Schema {
  switch (output.type) {
    case "boolean":
      return { type: "boolean" };
    case "score":
      return { type: "number" };
    case "category":
      return { type: "string", enum: output.categories };
    default:
      return unreachable(output);
  }
}
