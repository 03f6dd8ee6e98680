import { parsedJson } from "../../../packages/genai-wire/src/loose-json.ts";

/** Cannot occur in an event: JSON texts contain no control characters. */
const probe = "\u0001";
const written = '"content":"';

/**
 * Most events of a stream differ in one piece of text alone. From an event that contains only `content`, this
 * learns the bytes before and after that text, and then reads events of the same shape without parsing them.
 * `read` returns undefined for every other event.
 */
export function createTextShape(isNewsOf: (chunk: unknown, content: string) => boolean) {
  let before: string | undefined;
  let after = "";
  return { learn, read };

  function learn(data: string, content: string): void {
    const text = JSON.stringify(content).slice(1, -1);
    const at = data.lastIndexOf(`${written}${text}"`);
    if (at === -1 || content === "") return;
    const start = at + written.length;
    const [head, tail] = [data.slice(0, start), data.slice(start + text.length)];
    // The position is right if another text there becomes the event's content and changes nothing else.
    if (!isNewsOf(parsedJson(`${head}${JSON.stringify(probe).slice(1, -1)}${tail}`), probe)) return;
    before = head;
    after = tail;
  }

  function read(data: string): string | undefined {
    if (before === undefined || data.length < before.length + after.length) return undefined;
    const end = data.length - after.length;
    // Comparing slices is several times cheaper than startsWith and endsWith.
    if (data.slice(0, before.length) !== before || data.slice(end) !== after) return undefined;
    const text = data.slice(before.length, end);
    if (!text.includes('"') && !text.includes("\\")) return text;
    const parsed = parsedJson(`"${text}"`);
    return typeof parsed === "string" ? parsed : undefined;
  }
}
