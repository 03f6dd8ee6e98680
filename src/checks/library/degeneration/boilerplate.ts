import { z } from "zod";
import { textOf } from "../../../datapoints/traces/subject.ts";
import { defineCheck, passesWhenFalse, scored, usually } from "../../check.ts";
import { defect, skipped, within } from "../../verdicts/outcome.ts";

const common = { ...usually, category: "Degeneration and hygiene", severity: "minor", tier: 2 } as const;
const phrases = z.array(z.string().min(1).max(200)).max(100).default([]);

export const closingBoilerplate = defineCheck({
  ...common,
  name: "closing_boilerplate",
  title: "Closing boilerplate",
  description:
    "The last sentence is only boilerplate: let me know if …, hope this helps, feel free to ask, is there anything else, in seven languages or one of `list`.",
  output: passesWhenFalse,
  source: "style rules of assistants",
  options: z.strictObject({ list: phrases }),
  evaluate: (subject, { list }) => {
    const output = subject.text("output");
    const last = output.phrased.trimEnd().slice(-200);
    const match = closing.exec(last)?.[0] ?? list.find((one) => last.includes(one.toLowerCase()));
    return defect(match !== undefined, match === undefined ? "no boilerplate" : `ends with “${match}”`);
  },
});

const closing =
  /(?:let me know if|(?:i )?hope (?:this|that) helps|feel free to (?:ask|reach out|contact|let)|don't hesitate to|is there anything else|happy to help (?:with|further)|lassen sie (?:es )?mich wissen|melden sie sich (?:gern|jederzeit)|kann ich (?:ihnen|dir) sonst noch|ich hoffe, das hilft|n'hésitez pas|j'espère que cela (?:vous )?aide|no dude en|espero que (?:esto )?(?:te|le) (?:sirva|ayude)|espero ter ajudado|fico à disposição|spero (?:che )?(?:questo )?(?:ti|le) (?:sia|aiuti)|non esitare|если (?:у вас )?(?:есть|возникнут|появятся) вопросы|他に(?:何か)?ご質問|希望(?:这|以上)[^。]{0,10}有帮助)[^.!?。！？]{0,120}[.!?。！？]?$/u;

export const vendorIdentityLeak = defineCheck({
  ...common,
  name: "vendor_identity_leak",
  title: "Names the model behind it",
  description:
    "The answer reveals which model or vendor it is: “I am ChatGPT”, “trained by Google”, “as a language model made by Anthropic”. Names in `allow` are permitted.",
  severity: "major",
  output: passesWhenFalse,
  source: "white-label assistants; promptfoo",
  options: z.strictObject({ allow: phrases }),
  evaluate: (subject, { allow }) => {
    const output = subject.text("output");
    for (const match of output.phrased.matchAll(identity)) {
      if (allow.some((one) => match[0].includes(one.toLowerCase()))) continue;
      return defect(true, `it states “${match[0]}”`, [
        output.foldedEvidence(match.index, match.index + match[0].length),
      ]);
    }
    return defect(false, "it does not name a model or vendor");
  },
});

const vendor =
  "(?:chat ?gpt|gpt-?\\d\\w{0,4}|open ?ai|claude|anthropic|gemini|google|bard|llama|meta ai|mistral|qwen|alibaba|deepseek|grok|xai|copilot|microsoft|cohere)";
const identity = new RegExp(
  `\\b(?:i am|i'm|my name is|you are (?:talking|chatting) (?:to|with)|ich bin|je suis|soy|sono|eu sou)\\b[^.!?\\n]{0,40}\\b${vendor}\\b|\\b(?:made|trained|developed|created|built|powered|entwickelt|trainiert|développé|desarrollad[oa]|creado) (?:by|on|von|durch|par|por)\\b[^.!?\\n]{0,20}\\b${vendor}\\b`,
  "gu",
);

export const characterRun = defineCheck({
  ...common,
  name: "character_run",
  title: "Longest run of one character",
  description:
    "The longest run of one character outside code, white space and the signs of rules and headings (- = _ * # ~ .) left out.",
  output: scored("characters; pass ≤ 20"),
  source: "degenerate decoding",
  options: z.strictObject({ max: z.int().positive().default(20) }),
  evaluate: (subject, { max }) => {
    const output = subject.text("output");
    if (output.isBlank) return skipped("the answer is blank");
    const text = output.outsideCode;
    let [longest, run, before] = [0, 0, ""];
    for (const character of text) {
      run = character === before ? run + 1 : 1;
      before = character;
      if (run > longest && !unremarkable.has(character) && character.trim() !== "") longest = run;
    }
    return within(longest, { max }, "longest run");
  },
});

const unremarkable = new Set("-=_*#~.─━═│|");

export const literalEscapeSequences = defineCheck({
  ...common,
  name: "literal_escape_sequences",
  title: "Escape sequences shown as text",
  description:
    "Outside code and JSON the answer shows `min` and more escape sequences or HTML entities as they are written: \\n, \\t, \\u00e9, &amp;, &#39;.",
  output: passesWhenFalse,
  source: "answers encoded twice",
  options: z.strictObject({ min: z.int().positive().default(2) }),
  evaluate: (subject, { min }) => {
    const output = subject.text("output");
    if (output.json.ok) return skipped("the answer is JSON");
    const found = output.prose.match(escapes) ?? [];
    return defect(
      found.length >= min,
      `${found.length} sequences${found.length === 0 ? "" : `: ${found.slice(0, 3).join(" ")}`}`,
    );
  },
});

// A path such as C:\new contains no line feed: escapes after a drive letter or another folder are ignored.
const escapes =
  /(?<![:\w\\])\\(?:[nrt](?![a-z])|"|u[0-9a-f]{4})|(?<=[\p{L}.!?,:])\\n|&(?:amp|lt|gt|quot|nbsp|#\d{2,4});/giu;

export const apologyDensity = defineCheck({
  ...common,
  name: "apology_density",
  title: "Apologies within reason",
  description: "How often the answer, or the assistant in the whole conversation, apologises, in eight languages.",
  output: scored("count; pass ≤ 1"),
  source: "quality assurance in support",
  options: z.strictObject({
    max: z.int().nonnegative().default(1),
    scope: z.enum(["turn", "conversation"]).default("turn"),
  }),
  evaluate: (subject, { max, scope }) => {
    const output = subject.text("output");
    if (output.isBlank) return skipped("the answer is blank");
    const earlier = scope === "turn" ? [] : subject.datapoint.input.filter(({ role }) => role === "assistant");
    const texts = [output.phrased, ...earlier.map((message) => textOf(message).toLowerCase())];
    const count = texts.reduce((sum, text) => sum + (text.match(apologies)?.length ?? 0), 0);
    return within(count, { max }, "apologies");
  },
});

const apologies =
  /\b(?:sorry|apologi[sz]e|apologies|forgive me|my (?:mistake|bad)|entschuldig\p{L}*|tut mir leid|verzeih\p{L}*|désolée?s?|excusez|pardon|lo siento|disculp\p{L}*|perdón|desculp\p{L}*|scusa|scusi|mi dispiace)(?!\p{L})|извин\p{L}*|прост(?:и|ите)(?!\p{L})|申し訳|すみません|对不起|抱歉|죄송/gu;
