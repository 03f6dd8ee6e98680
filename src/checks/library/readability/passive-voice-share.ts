import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { languageOfOutput } from "./reading-language.ts";
import { wordingRule } from "./shared-properties.ts";

export const passiveVoiceShare = defineCheck({
  ...wordingRule,
  name: "passive_voice_share",
  title: "Share of passive sentences",
  description:
    "Sentences with a form of be or get and a past participle within three words, divided by all sentences; states (“is tired”) do not count. English only.",
  costClass: "medium",
  output: scored("0..1; pass ≤ 0.3", "lower"),
  source: "write-good; retext-passive",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.3), min_sentences: z.int().positive().default(2) }),
  evaluate: (subject, { max, min_sentences: fewest }) => {
    const output = subject.text("output");
    const { sentences } = output;
    if (sentences.length < fewest) return skipped(`fewer than ${fewest} sentences`);
    if (subject.once(languageOfOutput) !== "en") return skipped("the answer is not English");
    const found = sentences.filter((sentence) => passive.test(sentence));
    const evidence = found.slice(0, 5).flatMap((sentence) => {
      const at = output.text.indexOf(sentence);
      return at === -1 ? [] : [output.evidence(at, at + sentence.length)];
    });
    return within(found.length / sentences.length, { max }, "share of passive sentences", evidence);
  },
});

const irregular =
  "born|bought|brought|built|caught|chosen|cut|done|drawn|driven|eaten|fed|felt|fought|found|forgiven|forgotten|given|gone|held|hidden|hit|hurt|kept|known|laid|led|left|lent|lost|made|meant|met|paid|put|read|run|said|seen|sent|set|sewn|shown|shut|sold|spent|spoken|spread|stolen|sworn|taken|taught|thrown|told|understood|won|worn|written";

const passive = new RegExp(
  `\\b(?:am|is|are|was|were|be|been|being|gets?|got|gotten)\\s+(?:(?:not|\\w{2,}ly|also|still|then|now|often|never|always|just|already)\\s+){0,2}(?!(?:tired|interested|excited|worried|concerned|married|supposed|used|located|based|advanced|limited|needed|pleased|satisfied|scared|bored|indeed|red|bed)\\b)(?:\\w{2,}ed|${irregular})\\b`,
  "i",
);
