import { defect, defineCheck, passesWhenFalse, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { literal, matches } from "./leaked-tokens.ts";

export const specialTokenLeak = defineCheck({
  ...format,
  name: "special_token_leak",
  title: "Model control token leaked",
  description: "The visible answer holds a tokenizer's control token or an invented next turn.",
  severity: "major",
  output: passesWhenFalse,
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

const specialTokens =
  /<\|(?:endoftext|im_start|im_end|im_sep|eot_id|eom_id|begin_of_text|end_of_text|start_header_id|end_header_id|python_tag|assistant|user|system|end|fim_[a-z]+|start|message|return)\|>|<\/?s>|\[\/?INST\]|<<\/?SYS>>|<(?:unk|pad|bos|eos)>|<(?:start|end)_of_turn>|\u2581{2,}|^### ?(?:Assistant|Human|User|Instruction|Response):/gm;
