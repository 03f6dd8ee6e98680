import { phrasePattern, wholeWordPositions } from "../../../datapoints/index.ts";
import { defineCheck, OwnPhrases, scored, within, z } from "../definition.ts";
import { answerHabit } from "./shared-properties.ts";

export const excessiveDisclaimers = defineCheck({
  ...answerHabit,
  name: "excessive_disclaimers",
  title: "Too many disclaimers",
  description:
    "Disclaimers in the answer (“consult a professional”, “not legal advice”, “results may vary”), in five languages.",
  output: scored("count; pass ≤ 2", "lower"),
  source: "over-hedging; UpTrain",
  options: z.strictObject({ max: z.int().nonnegative().default(2), list: OwnPhrases }),
  evaluate: (subject, { max, list }) => {
    const output = subject.text("output");
    const built = [...output.phrased.matchAll(disclaimers)].map((match) =>
      output.foldedEvidence(match.index, match.index + match[0].length),
    );
    const own = list.flatMap((phrase) =>
      wholeWordPositions(output, phrase).map((at) => output.foldedEvidence(at, at + phrase.length)),
    );
    const found = [...built, ...own];
    return within(found.length, { max }, "disclaimers", found.slice(0, 10));
  },
});

const disclaimers = new RegExp(
  phrasePattern([
    "(?:consult|speak (?:to|with)|talk to|see|contact|seek (?:advice|help) from|check with) (?:with )?(?:a|an|your|the)? ?(?:qualified |licensed |medical |legal |financial |healthcare |mental health |certified |tax )*(?:professional|doctor|physician|lawyer|attorney|advisor|adviser|expert|specialist|accountant|therapist|pharmacist|provider)",
    "(?:is|are|this is|does) not (?:be |constitute |intended as |a substitute for )?(?:\\p{L}+ )?(?:legal|medical|financial|professional|investment|tax)(?: or (?:legal|medical|financial))? advice",
    "(?:it is|it's) (?:important|worth|crucial|essential) (?:to note|noting|to remember|to keep in mind)|please (?:note|be aware|keep in mind)|keep in mind",
    "results (?:may|can|will) vary|individual results|for (?:informational|educational|general information) purposes(?: only)?|i (?:cannot|can't) guarantee|no guarantee|at your own risk",
    "(?:wenden sie sich|wende dich|konsultieren sie|fragen sie) [^.]{0,30}(?:arzt|ärztin|anwalt|anwältin|fachmann|fachperson|berater|experten|apotheker)|keine (?:rechts|anlage|medizinische |steuer)-?beratung|bitte beachten sie|ohne gewähr|es ist wichtig zu (?:beachten|wissen)",
    "consultez (?:un|une|votre) \\p{L}+|ne (?:constitue|remplace) pas [^.]{0,20}(?:avis|conseil)|il est important de (?:noter|rappeler)|à titre (?:informatif|indicatif)",
    "consulte (?:a|con) (?:un|una|su) \\p{L}+|no (?:constituye|sustituye) [^.]{0,20}(?:asesoramiento|consejo)|es importante (?:señalar|recordar|tener en cuenta)|con fines informativos",
    "consult[ai] (?:un|una|il|il tuo) \\p{L}+|non (?:costituisce|sostituisce) [^.]{0,20}(?:consulenza|parere)|è importante (?:notare|ricordare)",
  ]).source,
  "gu",
);
