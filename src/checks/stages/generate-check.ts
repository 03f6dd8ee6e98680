import { z } from "zod";
import type { Meter } from "../../datapoints/index.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { parseJson } from "../../platform/json/json.ts";
import {
  type CheckDefinition,
  type CustomBody,
  customNamePattern,
  normalizedDefinition,
} from "../custom/custom-check.ts";
import { templateParts } from "../judges/judge-template.ts";
import type { CallJudgeModel } from "../ports/judges.ts";

interface GenerateCheckDependencies {
  readonly callModel: CallJudgeModel;
}

interface GenerateCheckRequest {
  readonly kind: CustomBody["kind"];
  /** What the check should find, as free text. */
  readonly instruction: string;
  readonly prior?: CheckDefinition | undefined;
}

interface Written {
  readonly kind: "written";
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly definition: CheckDefinition;
  readonly meter: Meter;
}

export type GenerateCheck = (
  project: ProjectId,
  request: GenerateCheckRequest,
) => Promise<Written | { readonly kind: "unwritten"; readonly reason: string }>;

const timeoutMs = 90_000;

/**
 * Has the project's judge model write a check from a description. The result is a proposal: it is neither run
 * nor saved.
 */
export function createGenerateCheck({ callModel }: GenerateCheckDependencies): GenerateCheck {
  return async (project, request) => {
    const question = { system: instructionsFor(request.kind), user: userText(request), schema: answerSchema };
    const answer = await callModel(project, question, AbortSignal.timeout(timeoutMs));
    if (answer.kind === "unanswered") return { kind: "unwritten", reason: answer.reason };
    const parsed = Answer.safeParse(readJson(answer.text));
    if (!parsed.success)
      return { kind: "unwritten", reason: "the model's answer contained no check; describe it in other words" };
    const { name, title, description, body, passes_when_true } = parsed.data;
    const output = request.prior?.output ?? { type: "boolean" as const, passWhen: passes_when_true };
    const { judges = "answer", needs = [] } = request.prior ?? {};
    return {
      kind: "written",
      name,
      title,
      description,
      definition: normalizedDefinition({ body: bodyOf(request.kind, body), output, judges, needs }),
      meter: answer.meter,
    };
  };
}

function bodyOf(kind: CustomBody["kind"], text: string): CustomBody {
  switch (kind) {
    case "code":
      return { kind, source: text };
    case "judge":
      return { kind, prompt: text };
    case "policy":
      return { kind, rules: linesOf(text) };
    default:
      return unreachable(kind);
  }
}

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const Answer = z.object({
  name: z.string().regex(customNamePattern).max(100),
  title: z.string().min(1).max(120),
  description: z.string().max(2000),
  body: z.string().min(1).max(20_000),
  passes_when_true: z.boolean(),
});

const answerSchema = {
  type: "object",
  properties: {
    name: { type: "string" },
    title: { type: "string" },
    description: { type: "string" },
    body: { type: "string" },
    passes_when_true: { type: "boolean" },
  },
  required: ["name", "title", "description", "body", "passes_when_true"],
  additionalProperties: false,
};

const common = [
  "You write checks for recorded calls of language models. Answer with one JSON object of the given shape and nothing else.",
  '"name" is snake case; a check named after a defect has "passes_when_true": false, one named after what should be has true. "title" is short, "description" one sentence.',
];

const ways: Readonly<Record<CustomBody["kind"], readonly string[]>> = {
  code: [
    '"body" is one JavaScript module: export default ({ input, output, systemPrompt, expected, toolCalls, context, metadata, datapoint }) => …',
    "It returns {value, explanation, evidence}: value as asked, explanation one sentence, evidence an array of exact quotes. It returns {skip: reason} where the check does not apply. No imports, no network, no clock; at most 100 ms.",
  ],
  judge: [
    '"body" is a prompt for a judge: one paragraph that says what is decided and when.',
    `It speaks of the texts by variables: ${templateParts.map((part) => `{{${part}}}`).join(" ")}. It asks for no format: that is added.`,
  ],
  policy: [
    '"body" is the rules over the steps of a trace, one per line, each in one of these forms: A only after B | A before B | never A | never A after B | A at most 2 | A at least 1.',
    "A and B are queries over steps, in parentheses if they have several conditions: step:tool, step:agent, step:retrieval, step:call or step:answer; tool:<name of a tool>; name:<name of a span>; status:ok or status:error; latency:>2s; attr.<name>:<value>. Conditions are joined by a space (and) or OR.",
    'Example: tool:refund only after (tool:check_identity status:ok). "passes_when_true" is true.',
  ],
};

const instructionsFor = (kind: CustomBody["kind"]): string => [...common, ...ways[kind]].join("\n");

function userText({ instruction, prior }: GenerateCheckRequest): string {
  const wish = `What the check should find: ${JSON.stringify(instruction)}`;
  if (!prior) return wish;
  const before = textOf(prior.body);
  return `${wish}\nRefine this earlier one, and keep what is not spoken of: ${JSON.stringify(before)}\nIts result: ${JSON.stringify(prior.output)}`;
}

function textOf(body: CustomBody): string {
  if (body.kind === "policy") return body.rules.join("\n");
  return body.kind === "code" ? body.source : body.prompt;
}

/** Reads the model's JSON, which may be in a code fence. */
function readJson(text: string): unknown {
  const inside = /\{[\s\S]*\}/.exec(text)?.[0] ?? "";
  const read = parseJson(inside);
  return read.ok ? read.value : undefined;
}
