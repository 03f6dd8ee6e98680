import { defineCheck, property, skipped, z } from "../definition.ts";
import { wordingRule } from "./shared-properties.ts";

export const spellingVariant = defineCheck({
  ...wordingRule,
  name: "spelling_variant",
  title: "British or American spelling consistent",
  description:
    "The answer contains only words of the required spelling; with `any`, not words of both (“colour” and “center”).",
  source: "style guides",
  options: z.strictObject({ variant: z.enum(["any", "british", "american"]).default("any") }),
  evaluate: (subject, { variant }) => {
    const { lower } = subject.text("output");
    const [british, american] = [lower.match(britishWords) ?? [], lower.match(americanWords) ?? []];
    if (british.length + american.length === 0) return skipped("no word is spelt in two ways");
    const wrong =
      variant === "any"
        ? british.length > american.length
          ? american
          : british
        : variant === "british"
          ? american
          : british;
    const holds = variant === "any" ? british.length === 0 || american.length === 0 : wrong.length === 0;
    return property(holds, holds ? "one spelling" : `spelt otherwise: ${[...new Set(wrong)].slice(0, 5).join(", ")}`);
  },
});

const britishWords =
  /\b(?:colour|favour|honour|labour|neighbour|behaviour|flavour|humour|rumour|harbour|centre|metre|litre|theatre|fibre|organis|recognis|realis|apologis|analys(?:e[sd]?|ing)|prioritis|customis|optimis|summaris|emphasis(?:e|ing)|catalogue|dialogue|defence|offence|licence|grey|cheque|programme|travell(?:ed|ing|er)|cancell(?:ed|ing)|modell(?:ed|ing)|fulfil\b|jewellery|aluminium|tyre|plough)\w*/gu;

const americanWords =
  /\b(?:color|favor|honor|labor|neighbor|behavior|flavor|humor|rumor|harbor|center|meter(?!\s)|liter|theater|fiber|organiz|recogniz|realiz|apologiz|analyz(?:e[sd]?|ing)|prioritiz|customiz|optimiz|summariz|emphasiz|catalog\b|dialog\b|defense|offense|license|gray|traveled|traveling|traveler|canceled|canceling|modeled|modeling|fulfill|jewelry|aluminum)\w*/gu;
