import type { Json, Message } from "../../../datapoints/datapoint.ts";
import { type Subject, textOf } from "../../../datapoints/traces/subject.ts";
import { member } from "../../../platform/json/json.ts";
import type { JudgeAsk, JudgeField, JudgeModel } from "../judge.ts";

/** One text for the judge. */
export interface Block {
  readonly field: JudgeField;
  readonly text: string;
  /** Characters that were left out of its middle. */
  readonly cut: number;
}

/** What of a subject a judge is shown, empty texts left out. */
export function blocksOf(subject: Subject, fields: readonly JudgeField[]): readonly Block[] {
  return fields.flatMap((field) => {
    const text = textFor(subject, field);
    return text === "" ? [] : [{ field, text, cut: 0 }];
  });
}

function textFor(subject: Subject, field: JudgeField): string {
  const { datapoint, expected } = subject;
  switch (field) {
    case "system":
      return subject.systemPrompt;
    case "conversation":
      return subject.conversation
        .filter(({ role }) => role !== "system")
        .map(turn)
        .join("\n\n");
    case "input":
    case "output":
    case "tool_calls":
      return subject.text(field).text;
    case "tools":
      return datapoint.tools.map((tool) => JSON.stringify(tool)).join("\n");
    case "context":
      return subject.passages.map(({ text }, index) => `[passage ${index + 1}]\n${text}`).join("\n\n");
    case "expected":
      return expectedText(expected);
    case "baseline": {
      const baseline = member(expected, "baseline");
      return baseline === undefined ? "" : asText(baseline);
    }
    case "metadata":
      return datapoint.metadata.size === 0 ? "" : JSON.stringify(Object.fromEntries(datapoint.metadata));
    default:
      return field satisfies never;
  }
}

/** A turn with its tool calls and results, as somebody would write a dialog down. */
function turn(message: Message): string {
  const said = textOf(message);
  const rest = message.parts.flatMap((part) => {
    if (part.type === "tool_call") return [`→ calls ${part.name} with ${asText(part.arguments)}`];
    if (part.type === "tool_result")
      return [`→ result${part.name === undefined ? "" : ` of ${part.name}`}: ${asText(part.result)}`];
    return [];
  });
  return [`${message.role}:`, ...(said === "" ? [] : [said]), ...rest].join("\n");
}

/** The reference is the expectation itself, or its member `reference`. */
function expectedText(expected: Json | undefined): string {
  if (expected === undefined) return "";
  return asText(member(expected, "reference") ?? expected);
}

const asText = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Tokens of a text, about: four bytes of Latin script are one, and of other scripts a character is nearly one. Errs on
 * the long side.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, "utf8") / 3.5);
}

/** Room for what is not text of the subject: instructions, tags and the last answer in a repair. */
const reservedTokens = 1500;

/** Tokens that a model has for the blocks of these checks. */
export function roomFor({ contextTokens }: JudgeModel, asks: readonly JudgeAsk[]): number {
  const instructions = estimateTokens(JSON.stringify(asks.map(({ check, options }) => [check.rubric, options])));
  return Math.max(500, contextTokens - reservedTokens - instructions * 2);
}

/** Fits the blocks into so many tokens: the longest lose their middle, where the least is decided. */
export function fit(blocks: readonly Block[], tokens: number): readonly Block[] {
  const sizes = blocks.map(({ text }) => estimateTokens(text));
  const ceiling = ceilingFor(sizes, tokens);
  return blocks.map((block, index) => {
    const size = sizes[index] ?? 0;
    if (size <= ceiling) return block;
    const kept = Math.max(200, Math.floor((block.text.length * ceiling) / size));
    const [head, tail] = [Math.ceil(kept * 0.6), Math.floor(kept * 0.4)];
    const cut = block.text.length - head - tail;
    if (cut <= 0) return block;
    const marker = `\n[… ${cut} characters left out …]\n`;
    return { ...block, text: block.text.slice(0, head) + marker + block.text.slice(-tail), cut };
  });
}

/** The size that no block may pass so that all of them together fit. */
function ceilingFor(sizes: readonly number[], tokens: number): number {
  const ascending = sizes.toSorted((a, b) => a - b);
  let left = tokens;
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (size > share) return Math.floor(share);
    left -= size;
  }
  return Infinity;
}
