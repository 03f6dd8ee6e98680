import { type Subject, textOf } from "../../../datapoints/index.ts";
import { defect, defineCheck, z } from "../definition.ts";
import { promptAttack } from "./shared-properties.ts";
import { attackForm, controlTokens, overrideIn } from "./signals.ts";

const contentRules = ["override", "control_tokens"] as const;

const foundBy = {
  override: (text: string) => overrideIn(attackForm(text))?.text,
  control_tokens: (text: string) => controlTokens.exec(text)?.[0],
} as const;

export const injectionInRetrievedContent = defineCheck({
  ...promptAttack,
  name: "injection_in_retrieved_content",
  title: "Instruction inside retrieved or tool content",
  description:
    "A retrieved passage or a tool result speaks to the model: override phrases, control tokens, notes to the assistant.",
  severity: "critical",
  targets: ["conversation", "metadata"],
  needs: ["retrieved"],
  source: "BIPIA; InjecAgent; OWASP LLM01 indirect",
  options: z.strictObject({ rules: z.union([z.literal("all"), z.array(z.enum(contentRules)).min(1)]).default("all") }),
  evaluate: (subject, { rules }) => {
    const wanted = contentRules.filter((rule) => rules === "all" || rules.includes(rule));
    const contents = untrustedOf(subject);
    for (const { source, text } of contents) {
      const found = wanted.map((rule) => foundBy[rule](text)).find((each) => each !== undefined);
      if (found === undefined) continue;
      const conversation = subject.text("conversation");
      const start = conversation.text.indexOf(found);
      return defect(
        true,
        `${source}: ${found.slice(0, 120)}`,
        start === -1 ? [] : [conversation.evidence(start, start + found.length)],
      );
    }
    return defect(false, "no instruction in the content");
  },
});

function untrustedOf(subject: Subject): readonly { readonly source: string; readonly text: string }[] {
  const passages = subject.passages.map(({ id, text }, index) => ({ source: `passage ${id ?? index + 1}`, text }));
  const results = subject.conversation.flatMap((message) =>
    message.role === "tool" && textOf(message) !== ""
      ? [{ source: `result of ${message.name ?? "a tool"}`, text: textOf(message) }]
      : message.parts.flatMap((part) =>
          part.type === "tool_result"
            ? [
                {
                  source: `result of ${part.name ?? "a tool"}`,
                  text: typeof part.result === "string" ? part.result : JSON.stringify(part.result),
                },
              ]
            : [],
        ),
  );
  return [...passages, ...results];
}
