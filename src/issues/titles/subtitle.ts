import type { Datapoint } from "../../datapoints/index.ts";

const exampleAtMost = 140;

/**
 * Returns service, release and an example: the message of an error, else what the user wrote, else the reason. The
 * title is not repeated.
 */
export function subtitleOf(datapoint: Datapoint, title: string, examples: readonly (string | undefined)[]): string {
  const { service, release } = datapoint;
  const where = [service, release].filter((part) => part !== undefined && !title.includes(part)).join(" ");
  const candidates = [...examples, lastRequest(datapoint)];
  const example = candidates.map(oneLine).find((text) => text !== "" && !repeats(title, text));
  return [where, example === undefined ? "" : short(example)].filter((part) => part !== "").join(" · ");
}

/** Returns what the user wrote last. */
function lastRequest({ input }: Pick<Datapoint, "input">): string | undefined {
  const message = input.findLast(({ role, parts }) => role === "user" && parts.some(({ type }) => type === "text"));
  return message?.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
}

const oneLine = (text: string | undefined) => (text ?? "").slice(0, 2000).replace(/\s+/g, " ").trim();
const short = (text: string) => (text.length > exampleAtMost ? `${text.slice(0, exampleAtMost - 1)}…` : text);

/** Compares words, so that punctuation and a class name in front make no difference. */
function repeats(title: string, text: string): boolean {
  const [left, right] = [wordsOf(title), wordsOf(text)];
  return left.includes(right) || right.includes(left);
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(" ") ?? "";
