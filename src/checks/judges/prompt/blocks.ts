import { type Message, type Subject, textOf } from "../../../datapoints/index.ts";
import { unreachable } from "../../../platform/http/unreachable.ts";
import type { Json } from "../../../platform/json/json.ts";
import { member } from "../../../platform/json/json.ts";
import type { JudgeField, JudgeModel, JudgeRequest } from "../judge.ts";

export interface Block {
  readonly field: JudgeField;
  readonly text: string;
  /** Number of characters removed from the middle. */
  readonly cut: number;
}

/** Returns the fields of a subject as blocks, without empty ones. */
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
      return unreachable(field);
  }
}

/** Formats a message with its tool calls and results as a dialog. */
function turn(message: Message): string {
  const text = textOf(message);
  const rest = message.parts.flatMap((part) => {
    if (part.type === "tool_call") return [`→ calls ${part.name} with ${asText(part.arguments)}`];
    if (part.type === "tool_result")
      return [`→ result${part.name === undefined ? "" : ` of ${part.name}`}: ${asText(part.result)}`];
    return [];
  });
  return [`${message.role}:`, ...(text === "" ? [] : [text]), ...rest].join("\n");
}

function expectedText(expected: Json | undefined): string {
  if (expected === undefined) return "";
  return asText(member(expected, "reference") ?? expected);
}

const asText = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Estimates the tokens of a text at 3.5 bytes each. Errs on the high side: in Latin script a token is about
 * four bytes, in others nearly a character.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, "utf8") / 3.5);
}

/** Tokens reserved for instructions, tags and the previous answer in a repair. */
const reservedTokens = 1500;

/** Returns the tokens that remain for the blocks of these checks. */
export function roomFor({ contextTokens }: JudgeModel, requests: readonly JudgeRequest[]): number {
  const instructions = estimateTokens(JSON.stringify(requests.map(({ check, options }) => [check.rubric, options])));
  return Math.max(500, contextTokens - reservedTokens - instructions * 2);
}

/** Fits the blocks into a number of tokens by removing the middle of the longest ones, which matters least. */
export function fit(blocks: readonly Block[], tokens: number): readonly Block[] {
  const sizes = blocks.map(({ text }) => estimateTokens(text));
  const ceiling = ceilingFor(sizes, tokens);
  return blocks.map((block, index) => {
    const size = sizes[index] ?? 0;
    if (size <= ceiling) return block;
    const keptCharacters = Math.max(200, Math.floor((block.text.length * ceiling) / size));
    const [head, tail] = [Math.ceil(keptCharacters * 0.6), Math.floor(keptCharacters * 0.4)];
    const cut = block.text.length - head - tail;
    if (cut <= 0) return block;
    const marker = `\n[… ${cut} characters left out …]\n`;
    return { ...block, text: block.text.slice(0, head) + marker + block.text.slice(-tail), cut };
  });
}

/** Returns the maximum size of a block with which all blocks together fit. */
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
