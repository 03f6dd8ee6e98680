import { z } from "zod";
import type { Meter } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { parseJson } from "../../platform/json/json.ts";
import { type CheckDefinition, customNamePattern } from "../custom/custom-check.ts";
import { templateParts } from "../judges/judge-template.ts";
import type { CallJudgeModel } from "../ports/judges.ts";

interface GenerateCheckDependencies {
  readonly callModel: CallJudgeModel;
}

interface GenerateCheckRequest {
  readonly kind: "code" | "judge";
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
    const text: CheckDefinition["body"] =
      request.kind === "code" ? { kind: "code", source: body } : { kind: "judge", prompt: body };
    const output = request.prior?.output ?? { type: "boolean" as const, passWhen: passes_when_true };
    const { judges = "answer", needs = [] } = request.prior ?? {};
    return {
      kind: "written",
      name,
      title,
      description,
      definition: { body: text, output, judges, needs },
      meter: answer.meter,
    };
  };
}

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

function instructionsFor(kind: GenerateCheckRequest["kind"]): string {
  const how =
    kind === "code"
      ? [
          '"body" is one JavaScript module: export default ({ input, output, systemPrompt, expected, toolCalls, context, metadata, datapoint }) => …',
          "It returns {value, explanation, evidence}: value as asked, explanation one sentence, evidence an array of exact quotes. It returns {skip: reason} where the check does not apply. No imports, no network, no clock; at most 100 ms.",
        ]
      : [
          '"body" is a prompt for a judge: one paragraph that says what is decided and when.',
          `It speaks of the texts by variables: ${templateParts.map((part) => `{{${part}}}`).join(" ")}. It asks for no format: that is added.`,
        ];
  return [...common, ...how].join("\n");
}

function userText({ instruction, prior }: GenerateCheckRequest): string {
  const wish = `What the check should find: ${JSON.stringify(instruction)}`;
  if (!prior) return wish;
  const before = prior.body.kind === "code" ? prior.body.source : prior.body.prompt;
  return `${wish}\nRefine this earlier one, and keep what is not spoken of: ${JSON.stringify(before)}\nIts result: ${JSON.stringify(prior.output)}`;
}

/** Reads the model's JSON, which may be in a code fence. */
function readJson(text: string): unknown {
  const inside = /\{[\s\S]*\}/.exec(text)?.[0] ?? "";
  const read = parseJson(inside);
  return read.ok ? read.value : undefined;
}
