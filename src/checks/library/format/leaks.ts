import { z } from "zod";
import type { Evidence } from "../../../datapoints/text/evidence.ts";
import type { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import { defineCheck } from "../../check.ts";
import { defect, property } from "../../verdicts/outcome.ts";
import { defectRule, format, propertyRule } from "./format.ts";

export const internalTagsLeaked = defineCheck({
  ...format,
  name: "internal_tags_leaked",
  title: "Reasoning or internal tags leaked",
  description: "The visible answer holds tags of a model's reasoning or scratchpad, closed or not.",
  severity: "major",
  output: defectRule,
  source: "DeepSeek and Qwen reasoning leaks; promptfoo",
  options: z.strictObject({ tags: z.array(z.string().min(1)).default([]), ignore_in_code: z.boolean().default(true) }),
  evaluate: (subject, options) => {
    const output = subject.text("output");
    const ranges = [...matches(output, internalTags, options.ignore_in_code), ...literal(output, options.tags)];
    return defect(ranges.length > 0, ranges.length > 0 ? `holds ${ranges[0]?.text}` : "no internal tag", ranges);
  },
});

export const specialTokenLeak = defineCheck({
  ...format,
  name: "special_token_leak",
  title: "Model control token leaked",
  description: "The visible answer holds a tokenizer's control token or an invented next turn.",
  severity: "major",
  output: defectRule,
  source: "tokenizer vocabularies of the Llama, Qwen, GPT and Mistral families",
  options: z.strictObject({
    patterns: z.array(z.string().min(1)).default([]),
    ignore_in_code: z.boolean().default(true),
  }),
  evaluate: (subject, options) => {
    const output = subject.text("output");
    const ranges = [...matches(output, specialTokens, options.ignore_in_code), ...literal(output, options.patterns)];
    return defect(
      ranges.length > 0,
      ranges.length > 0 ? `holds ${ranges[0]?.text.trim()}` : "no control token",
      ranges,
    );
  },
});

export const codeFencesClosed = defineCheck({
  ...format,
  name: "code_fences_closed",
  title: "Code fences closed",
  description:
    "Every code fence that is opened is closed, by the rule of CommonMark. An open one is often a cut-off answer.",
  severity: "minor",
  output: propertyRule,
  source: "CommonMark 0.31 section 4.5",
  options: z.strictObject({}),
  evaluate: (subject) => {
    const output = subject.text("output");
    const open = output.codeBlocks.find(({ closed }) => !closed);
    if (!open) return property(true, "every fence is closed");
    return property(false, "a code fence is not closed", [
      output.evidence(open.start, Math.min(open.end, open.start + 80)),
    ]);
  },
});

const internalTags =
  /<\/?(?:think|thinking|thought|scratchpad|reflection|internal|reasoning|inner_monologue)>|\[\/?INTERNAL\]|<\|channel\|>\s?(?:analysis|commentary)/gi;
const specialTokens =
  /<\|(?:endoftext|im_start|im_end|im_sep|eot_id|eom_id|begin_of_text|end_of_text|start_header_id|end_header_id|python_tag|assistant|user|system|end|fim_[a-z]+|start|message|return)\|>|<\/?s>|\[\/?INST\]|<<\/?SYS>>|<(?:unk|pad|bos|eos)>|<(?:start|end)_of_turn>|\u2581{2,}|^### ?(?:Assistant|Human|User|Instruction|Response):/gm;

function matches(output: PreparedText, pattern: RegExp, ignoreInCode: boolean): readonly Evidence[] {
  if (!/[<[\u2581#]/.test(output.text)) return [];
  return [...output.text.matchAll(pattern)]
    .filter(({ index }) => !ignoreInCode || !isInCode(output, index))
    .map((match) => output.evidence(match.index, match.index + match[0].length));
}

function isInCode(output: PreparedText, at: number): boolean {
  if (output.codeBlocks.some(({ start, end }) => start <= at && at < end)) return true;
  const line = output.text.slice(output.text.lastIndexOf("\n", at - 1) + 1, at);
  return (line.split("`").length - 1) % 2 === 1;
}

function literal(output: PreparedText, texts: readonly string[]): readonly Evidence[] {
  return texts.flatMap((text) => {
    const at = output.text.indexOf(text);
    return at === -1 ? [] : [output.evidence(at, at + text.length)];
  });
}
