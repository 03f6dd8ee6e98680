import { textOf } from "../../../datapoints/index.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { requestPart } from "./shared-properties.ts";

export const untrustedContentDelimited = defineCheck({
  ...requestPart,
  name: "untrusted_content_delimited",
  title: "Untrusted content delimited",
  description:
    "Each retrieved passage in a system or user message is delimited: by a tag, triple quotes, a code fence, a rule of signs, or one of the delimiters. Passages in tool messages are separate already.",
  severity: "major",
  needs: ["context"],
  source: "spotlighting (Hines et al. 2024); OWASP LLM01",
  options: z.strictObject({ delimiters: z.array(z.string().min(2).max(100)).max(50).default([]) }),
  evaluate: ({ passages, datapoint }, { delimiters }) => {
    const messages = datapoint.input
      .filter(({ role }) => role === "system" || role === "user")
      .map((message) => textOf(message));
    const placed = passages.slice(0, 100).flatMap(({ id, text }, at) => {
      const sought = text.trim().slice(0, 200);
      return sought.length < 20
        ? []
        : messages.flatMap((message) => {
            const start = message.indexOf(sought);
            return start === -1 ? [] : [{ name: id ?? `${at + 1}`, message, start, end: start + text.trim().length }];
          });
    });
    if (placed.length === 0) return skipped("no system or user message contains a passage");
    const bare = placed.filter(({ message, start, end }) => !isEnclosed(message, start, end, delimiters));
    return property(
      bare.length === 0,
      bare.length === 0
        ? `${placed.length} passages are enclosed`
        : `not enclosed: passage ${bare
            .slice(0, 10)
            .map(({ name }) => name)
            .join(", ")}`,
    );
  },
});

function isEnclosed(message: string, start: number, end: number, own: readonly string[]): boolean {
  const [before, after] = [message.slice(Math.max(0, start - 300), start), message.slice(end, end + 300)];
  if (own.some((delimiter) => before.includes(delimiter) && after.includes(delimiter))) return true;
  const tag = [...before.matchAll(/<([A-Za-z][\w-]{0,40})(?:\s[^<>]{0,200})?>/g)].at(-1)?.[1];
  if (tag !== undefined && new RegExp(`</${tag}\\s*>`, "i").test(after)) return true;
  return ['"""', "'''", "```", "~~~", "---", "===", "***", "###"].some(
    (sign) => before.includes(sign) && after.includes(sign),
  );
}
