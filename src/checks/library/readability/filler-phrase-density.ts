import { createKeywordScan } from "../../../platform/text/keywords.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, OwnPhrases, scored, skipped, within, z } from "../definition.ts";
import { readability } from "./shared-properties.ts";

export const fillerPhraseDensity = defineCheck({
  ...readability,
  name: "filler_phrase_density",
  title: "Filler and cliché density",
  description:
    "Fillers and clichés of machine-written English (“delve into”, “it is important to note that”, “game-changer”) per 100 words.",
  output: scored("per 100 words; pass ≤ 0.5", "lower"),
  source: "too-wordy; studies of machine style (Kobak et al. 2024)",
  options: z.strictObject({ max: z.number().nonnegative().default(0.5), list: OwnPhrases }),
  evaluate: (subject, { max, list }) => {
    const output = subject.text("output");
    const words = wordsOf(output.prose).length;
    if (words < 20) return skipped("fewer than 20 words");
    const ranges = mayBeFilled(output.phrased).size === 0 ? [] : [...output.phrased.matchAll(fillers)];
    const own = list.flatMap((phrase) => {
      const at = output.lower.indexOf(phrase.toLowerCase());
      return at === -1 ? [] : [output.foldedEvidence(at, at + phrase.length)];
    });
    const found = [...ranges.map((match) => output.foldedEvidence(match.index, match.index + match[0].length)), ...own];
    return within((found.length * 100) / words, { max }, "fillers per 100 words", found.slice(0, 10));
  },
});

/** Every filler contains one of these, so most answers need only this scan. */
const mayBeFilled = createKeywordScan(
  "delv|tapestry|in today's|evolving|changing|important|worth|crucial|essential|end of the day|game|unlock|testament|navigat|a vital|a pivotal|a significant|a key|embark|myriad|plethora|multitude|cutting-edge|seamless|leverag|elevate|look no|whether you're|when it comes|in conclusion|to sum up|needless|last but|first and foremost|in order to|due to the fact|previously|moreover|furthermore|goes without|not only|realm of|beacon of|trove|paradigm|deep dive|holistic|underscore|i hope this|feel free".split(
    "|",
  ),
);

const fillers = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    "delv(?:e|es|ed|ing) (?:deep(?:er)? )?into|(?:rich |vibrant |intricate )?tapestry of",
    "in today's (?:fast-paced|digital|ever-changing|modern|competitive|interconnected) (?:world|age|era|landscape)",
    "in (?:the|this) (?:ever-evolving|ever-changing|rapidly evolving) (?:world|landscape|field)",
    "it(?:'s| is) (?:important|worth|crucial|essential|also important|also worth) (?:to note|noting|to remember|mentioning|to mention|to understand|to consider)(?: that)?",
    "at the end of the day|game[- ]changer",
    "unlock(?:s|ing)? (?:the|your|its|their) (?:power|potential|secrets|full potential)",
    "(?:a |stands as a |serves as a )testament to",
    "navigat(?:e|es|ing) the (?:complexities|intricacies|challenges|landscape)",
    "(?:plays?|playing) a (?:crucial|vital|pivotal|significant|key) role|embark(?:s|ing)? on a journey",
    "a (?:myriad|plethora|multitude) of|cutting-edge|seamless(?:ly)?|leverag(?:e|es|ing) (?:the|your|our|its)",
    "elevate your|look no further|whether you're a|when it comes to|in conclusion|to sum up|needless to say",
    "last but not least|first and foremost|in order to|due to the fact that|as previously mentioned|moreover",
    "furthermore|it goes without saying|not only .{1,60} but also|realm of|beacon of|treasure trove",
    "paradigm shift|deep dive|holistic approach|underscore(?:s|d)? the (?:importance|need|significance)",
    "i hope this (?:helps|email finds you well|message finds you well)|feel free to (?:reach out|ask|contact)",
  ].join("|")})(?![\\p{L}\\p{N}])`,
  "gu",
);
