import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import { parseJson } from "../../platform/json/json.ts";
import { type CheckDefinition, customNamePattern } from "../custom/custom-check.ts";
import { templateParts } from "../judges/judge-template.ts";
import type { AskModel } from "../ports/judges.ts";
import type { Meter } from "../verdicts/verdict.ts";

interface Needs {
  readonly askModel: AskModel;
}

interface Asked {
  readonly kind: "code" | "judge";
  /** What the check should find, in plain words. */
  readonly instruction: string;
  /** A definition to refine. */
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
  asked: Asked,
) => Promise<Written | { readonly kind: "unwritten"; readonly because: string }>;

const askedMs = 90_000;

/** Has the project's judge model write a check from plain words. What it writes is only proposed: it is neither run nor saved. */
export function createGenerateCheck({ askModel }: Needs): GenerateCheck {
  return async (project, asked) => {
    const question = { system: instructionsFor(asked.kind), user: userText(asked), schema: answerSchema };
    const answer = await askModel(project, question, AbortSignal.timeout(askedMs));
    if (answer.kind === "unanswered") return { kind: "unwritten", because: answer.because };
    const parsed = Answer.safeParse(readJson(answer.text));
    if (!parsed.success)
      return { kind: "unwritten", because: "the model's answer was no check; say it in other words" };
    const { name, title, description, body, passes_when_true } = parsed.data;
    const text: CheckDefinition["body"] =
      asked.kind === "code" ? { kind: "code", source: body } : { kind: "judge", prompt: body };
    const output = asked.prior?.output ?? { type: "boolean" as const, passWhen: passes_when_true };
    const { judges = "answer", needs = [] } = asked.prior ?? {};
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

function instructionsFor(kind: Asked["kind"]): string {
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

function userText({ instruction, prior }: Asked): string {
  const wish = `What the check should find: ${JSON.stringify(instruction)}`;
  if (!prior) return wish;
  const before = prior.body.kind === "code" ? prior.body.source : prior.body.prompt;
  return `${wish}\nRefine this earlier one, and keep what is not spoken of: ${JSON.stringify(before)}\nIts result: ${JSON.stringify(prior.output)}`;
}

/** A model may fence its JSON. */
function readJson(text: string): unknown {
  const inside = /\{[\s\S]*\}/.exec(text)?.[0] ?? "";
  const read = parseJson(inside);
  return read.ok ? read.value : undefined;
}
