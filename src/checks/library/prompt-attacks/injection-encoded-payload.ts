import { defect, defineCheck, z } from "../definition.ts";
import { attackOutcome, formOf } from "./attack-outcome.ts";
import { decodedTexts } from "./encoded.ts";
import { promptAttack } from "./shared-properties.ts";
import { attackForm, controlTokens, extractionIn, overrideIn } from "./signals.ts";

export const injectionEncodedPayload = defineCheck({
  ...promptAttack,
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
