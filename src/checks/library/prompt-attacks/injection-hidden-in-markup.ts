import type { Subject } from "../../../datapoints/index.ts";
import { defect, defineCheck, skipped, z } from "../definition.ts";
import { attackIn } from "./attack-outcome.ts";
import { disguisedAttack } from "./shared-properties.ts";
import { attackForm, controlTokens } from "./signals.ts";

export const injectionHiddenInMarkup = defineCheck({
  ...disguisedAttack,
  name: "injection_hidden_in_markup",
  title: "Instruction hidden in markup",
  description:
    "In the user's text, a passage or a tool result, an HTML comment, an invisible element (display none, no size, white on white, off the screen), an alt text or a Markdown comment or link title contains an instruction or addresses an AI.",
  severity: "critical",
  targets: ["input", "metadata"],
  source: "LLM Guard; indirect injection (Greshake et al. 2023); OWASP LLM01",
  options: z.strictObject({ min_chars: z.int().positive().default(8) }),
  evaluate: (subject, { min_chars: fewest }) => {
    const texts = textsOf(subject).filter((text) => mayHide.test(text));
    for (const text of texts)
      for (const piece of hiddenIn(text.slice(0, 65_536))) {
        if (piece.trim().length < fewest) continue;
        const found =
          attackIn(attackForm(piece))?.text ?? controlTokens.exec(piece)?.[0] ?? speaksToAi.exec(piece)?.[0];
        if (found !== undefined) return defect(true, `hidden: “${piece.trim().slice(0, 120)}”`);
      }
    return texts.length === 0 ? skipped("no markup hides text") : defect(false, "the hidden text gives no instruction");
  },
});

const speaksToAi =
  /\b(?:ai|llm|gpt|chatgpt|claude|gemini|copilot|language model|assistant|agent|bot)s?\b[^.\n]{0,60}\b(?:must|should|please|ignore|summari[sz]e|recommend|say|tell|reply|respond|send|click|visit|include|rate|rank|mention|forward|disregard)\b|\b(?:if you are|as) an? (?:ai|llm|language model|assistant|agent)\b|\bnote to (?:the )?(?:ai|llm|assistant|model|agent)s?\b|\b(?:ki|assistent|sprachmodell)\b[^.\n]{0,60}\b(?:muss|soll|bitte|ignorier\w*|empfiehl|antworte)\b/i;

const mayHide =
  /<!--|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0|aria-hidden|\bhidden\b|\balt\s*=|color\s*:\s*(?:#fff|white)|:-\d{3,}|!\[|\[\/\/\]:|\]\([^()[\]\s]{1,300}\s{1,5}["']/i;

const hides =
  "(?:display\\s*:\\s*none|visibility\\s*:\\s*hidden|font-size\\s*:\\s*0|opacity\\s*:\\s*0(?![.\\d])|(?:left|top|text-indent)\\s*:\\s*-\\d{3,}|(?<!background-)color\\s*:\\s*(?:#fff(?:fff)?|white)\\b)";

const hiding: readonly RegExp[] = [
  new RegExp(
    `<(?:[a-z][a-z0-9]{0,15})\\s(?=[^<>]{0,400}(?:style\\s*=\\s*["'][^"'<>]{0,300}${hides}|\\shidden\\b|aria-hidden\\s*=\\s*["']?true))[^<>]{0,600}>([^<]{1,4000})`,
    "gi",
  ),
  /\balt\s*=\s*"([^"]{1,1000})"|\balt\s*=\s*'([^']{1,1000})'/gi,
  /!\[([^\]\n]{1,1000})\]\(/g,
  /^\[\/\/\]:\s*#\s*[("']([^\n]{1,1000})$/gm,
  /\]\([^()[\]\s]{1,300}\s{1,5}["']([^"'\n]{1,1000})["']\)/g,
];

const hiddenIn = (text: string) => [
  ...commentsIn(text),
  ...hiding.flatMap((pattern) =>
    [...text.matchAll(pattern).take(100)].map((match) => match.slice(1).find((each) => each !== undefined) ?? ""),
  ),
];

/** Returns the texts of at most 100 HTML comments of up to 4,000 characters. */
function commentsIn(text: string): readonly string[] {
  const comments: string[] = [];
  for (let from = text.indexOf("<!--"); from !== -1 && comments.length < 100; ) {
    const end = text.indexOf("-->", from + 5);
    if (end === -1) break;
    if (end - from - 4 <= 4000) comments.push(text.slice(from + 4, end));
    from = text.indexOf("<!--", end - from - 4 <= 4000 ? end + 3 : Math.max(from + 4, end - 4004));
  }
  return comments;
}

function textsOf({ input, passages, datapoint }: Subject): readonly string[] {
  const results = datapoint.input.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === "tool_result" ? [typeof part.result === "string" ? part.result : JSON.stringify(part.result)] : [],
    ),
  );
  return [input, ...passages.map(({ text }) => text), ...results];
}
