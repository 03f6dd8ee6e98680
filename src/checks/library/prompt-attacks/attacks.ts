import { z } from "zod";
import { type Subject, textOf } from "../../../datapoints/traces/subject.ts";
import { defineCheck } from "../../check.ts";
import { defect } from "../../verdicts/outcome.ts";
import { decodedTexts } from "./encoded.ts";
import {
  attackForm,
  controlTokens,
  disguisedForms,
  evidenceOf,
  extractionIn,
  extractionsIn,
  overrideIn,
  overridesIn,
  personaScore,
  type Signal,
} from "./signals.ts";

const common = {
  version: 2,
  category: "Prompt attacks",
  costClass: "cheap",
  severity: "major",
  judges: "request",
  targets: ["input"],
  needs: [],
  mode: "online",
  finds: "behavior",
  tier: 1,
  output: { type: "boolean", rule: "pass when false" },
} as const;

/** Required number of different phrases. */
const threshold = z.int().positive().max(20).default(1);

const formOf = (subject: Subject) => attackForm(subject.text("input").text);
const formsOf = (subject: Subject) => [subject.once(formOf), ...disguisedForms(subject.once(formOf))];

export const injectionOverridePhrase = defineCheck({
  ...common,
  name: "injection_override_phrase",
  title: "Instruction override phrase",
  description:
    "The user's text instructs the model to ignore its instructions, in one of some 40 languages, also spaced out or in look-alike letters. `threshold` is the required number of different phrases of this kind.",
  source: "Rebuff heuristics; OWASP LLM01; MITRE ATLAS AML.T0051",
  options: z.strictObject({
    threshold,
    /** Codes of ISO 639-1. */
    languages: z.union([z.literal("all"), z.array(z.string().min(2)).min(1)]).default("all"),
  }),
  evaluate: (subject, { threshold, languages }) =>
    attackOutcome(
      subject,
      enoughIn(subject.once(formsOf), (form) => overridesIn(form, languages), threshold),
      "instructs the model to ignore its instructions",
    ),
});

export const systemPromptExtractionAttempt = defineCheck({
  ...common,
  name: "system_prompt_extraction_attempt",
  title: "Attempt to extract the prompt",
  description:
    "The user's text asks for the system prompt or the text before it, or tricks the model into completing it.",
  source: "garak sysprompt_extraction; promptfoo prompt-extraction; OWASP LLM07",
  options: z.strictObject({ threshold }),
  evaluate: (subject, { threshold }) =>
    attackOutcome(subject, enoughIn(subject.once(formsOf), extractionsIn, threshold), "asks for the prompt"),
});

export const jailbreakPersonaPrompt = defineCheck({
  ...common,
  name: "jailbreak_persona_prompt",
  title: "Jailbreak persona",
  description:
    "The user's text gives the model a persona without rules: a weighted sum of role switch, freedom from rules, known names, double answers and threats.",
  source: "garak dan; in-the-wild jailbreaks (Shen et al. 2024); MITRE ATLAS AML.T0054",
  options: z.strictObject({ threshold: z.number().positive().default(2) }),
  evaluate: (subject, { threshold }) => {
    const { score, signal } = personaScore(subject.once(formOf));
    return attackOutcome(
      subject,
      score >= threshold ? signal : undefined,
      `sets up a persona without rules (score ${score.toFixed(1)})`,
    );
  },
});

export const injectionControlTokens = defineCheck({
  ...common,
  name: "injection_control_tokens",
  title: "Chat control tokens in user text",
  description:
    "The user's text holds a chat template's special tokens, or role marks and closing tags that pose as the application's own.",
  source: "ChatML injection; promptfoo data-structure-injection",
  options: z.strictObject({ delimiters: z.array(z.string().min(1)).default([]) }),
  evaluate: (subject, { delimiters }) => {
    const input = subject.text("input");
    const match = controlTokens.exec(input.text);
    const own = delimiters.find((each) => input.text.includes(each));
    const isQuestion =
      match !== null &&
      input.text.length < 200 &&
      /\b(?:explain|meaning of|what (?:is|does|are) (?:the )?[<[])/i.test(input.text);
    if (match && !isQuestion)
      return defect(true, `holds ${match[0].trim().slice(0, 60)}`, [
        input.evidence(match.index, match.index + match[0].length),
      ]);
    return defect(own !== undefined, own === undefined ? "no control token" : `holds the delimiter ${own}`);
  },
});

export const injectionEncodedPayload = defineCheck({
  ...common,
  name: "injection_encoded_payload",
  title: "Encoded instruction",
  description:
    "An encoded run of the user's text (base64, hex, ROT13, Morse and others) decodes to an attack, or the text asks to decode and obey.",
  costClass: "medium",
  source: "garak encoding; promptfoo encoding strategies",
  options: z.strictObject({ depth: z.int().min(1).max(3).default(2), min_len: z.int().min(8).default(24) }),
  evaluate: (subject, { depth, min_len: minLength }) => {
    const decodeAndObey =
      /\b(?:decode|decrypt|decipher|unscramble|apply rot|(?:reverse|shift) (?:each|every|the)|join (?:the|these))\b.{0,60}\b(?:do (?:what|as) it|follow|obey|execute|run|carry out|comply|answer)\b/.exec(
        subject.once(formOf),
      );
    if (decodeAndObey)
      return attackOutcome(subject, { text: decodeAndObey[0], index: decodeAndObey.index }, "asks to decode and obey");
    let layer: readonly string[] = [subject.text("input").text];
    for (let level = 0; level < depth; level++) {
      layer = layer.flatMap((text) => decodedTexts(text, minLength)).slice(0, 20);
      for (const decoded of layer) {
        const form = attackForm(decoded);
        const signal = overrideIn(form) ?? extractionIn(form);
        if (signal ?? controlTokens.test(decoded)) return defect(true, `decodes to: ${decoded.slice(0, 120)}`);
      }
    }
    return defect(false, "no encoded instruction");
  },
});

const contentRules = ["override", "control_tokens"] as const;
const foundBy = {
  override: (text: string) => overrideIn(attackForm(text))?.text,
  control_tokens: (text: string) => controlTokens.exec(text)?.[0],
} as const;

export const injectionInRetrievedContent = defineCheck({
  ...common,
  name: "injection_in_retrieved_content",
  title: "Instruction inside retrieved or tool content",
  description:
    "A retrieved passage or a tool result speaks to the model: override phrases, control tokens, notes to the assistant.",
  severity: "critical",
  targets: ["conversation", "metadata"],
  needs: ["retrieved"],
  source: "BIPIA; InjecAgent; OWASP LLM01 indirect",
  options: z.strictObject({
    rules: z.union([z.literal("all"), z.array(z.enum(contentRules)).min(1)]).default("all"),
  }),
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

function attackOutcome(subject: Subject, signal: Signal | undefined, what: string) {
  if (!signal) return defect(false, "no such phrase");
  return defect(true, `${what}: “${signal.text.slice(0, 120)}”`, evidenceOf(subject.text("input"), signal.text));
}

/** Returns the first phrase of the first form that contains enough phrases at different positions. */
function enoughIn(
  forms: readonly string[],
  find: (form: string) => Iterable<Signal>,
  threshold: number,
): Signal | undefined {
  for (const form of forms) {
    let first: Signal | undefined;
    const positions = new Set<number>();
    for (const signal of find(form)) {
      first ??= signal;
      if (positions.add(signal.index).size >= threshold) return first;
    }
  }
  return undefined;
}

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
