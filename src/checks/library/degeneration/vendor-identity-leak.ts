import { defect, defineCheck, passesWhenFalse, z } from "../definition.ts";
import { phrases } from "./first-phrase.ts";
import { boilerplate } from "./shared-properties.ts";

export const vendorIdentityLeak = defineCheck({
  ...boilerplate,
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
