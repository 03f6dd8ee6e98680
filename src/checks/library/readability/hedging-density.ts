import { phrasePattern, wholeWordPositions } from "../../../datapoints/index.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, OwnPhrases, scored, skipped, within, z } from "../definition.ts";
import { readability } from "./shared-properties.ts";

export const hedgingDensity = defineCheck({
  ...readability,
  tier: 2,
  name: "hedging_density",
  title: "Hedging density",
  description: "Hedges (“maybe”, “it seems”, “I think”, “vielleicht”, “peut-être”) per 100 words, in five languages.",
  output: scored("per 100 words; pass ≤ 3", "neutral"),
  source: "Hyland 2005; write-good weasel words",
  options: z.strictObject({ max: z.number().nonnegative().default(3), list: OwnPhrases }),
  evaluate: (subject, { max, list }) => {
    const output = subject.text("output");
    const words = wordsOf(output.prose).length;
    if (words < 10) return skipped("fewer than 10 words");
    const ranges = [...output.phrased.matchAll(hedges)].map((match) =>
      output.foldedEvidence(match.index, match.index + match[0].length),
    );
    const own = list.flatMap((phrase) =>
      wholeWordPositions(output, phrase).map((at) => output.foldedEvidence(at, at + phrase.length)),
    );
    const found = [...ranges, ...own];
    return within((found.length * 100) / words, { max }, "hedges per 100 words", found.slice(0, 10));
  },
});

const hedges = new RegExp(
  phrasePattern([
    "maybe|perhaps|possibly|probably|presumably|arguably|seemingly|apparently|roughly speaking",
    "might|may be|could be|can sometimes|sort of|kind of|more or less|to some (?:extent|degree)",
    "it (?:seems|appears|may be|might be|could be)|seems to|appears to|tends? to",
    "i (?:think|believe|guess|suppose|assume|feel)|in my (?:opinion|view)|as far as i know|if i(?:'m| am) not mistaken",
    "generally(?: speaking)?|in general|usually|often|in (?:most|many|some) cases|not entirely (?:sure|clear)|likely",
    "vielleicht|möglicherweise|eventuell|vermutlich|wahrscheinlich|unter umständen|ich (?:glaube|denke|vermute)|scheint|in der regel|gewissermaßen",
    "peut-être|probablement|sans doute|il semble|il se peut|je (?:pense|crois|suppose)|en général|éventuellement",
    "quizás?|tal vez|probablemente|posiblemente|parece que|creo que|supongo que|en general|a lo mejor",
    "forse|probabilmente|magari|sembra che|credo che|penso che|in genere",
  ]).source,
  "gu",
);
