import { defect, defineCheck, OwnPhrases, z } from "../definition.ts";
import { leftoverPhrase } from "./shared-properties.ts";

export const conversationalPreamble = defineCheck({
  ...leftoverPhrase,
  name: "conversational_preamble",
  title: "Needless opener",
  description:
    "The first 60 characters of the answer are an opener instead of an answer (“Sure!”, “Great question”, “Here is … :”), in one of seven languages.",
  severity: "minor",
  source: "style rules; IFEval loose mode",
  options: z.strictObject({ list: OwnPhrases, allow_here_is: z.boolean().default(false) }),
  evaluate: (subject, { list, allow_here_is: allows }) => {
    const output = subject.text("output");
    const opening = output.phrased.slice(0, 60);
    const own = list.find((phrase) => opening.trimStart().startsWith(phrase.toLowerCase()));
    const match = opener.exec(opening) ?? (allows ? null : hereIs.exec(output.phrased.slice(0, 200)));
    const found = match?.[0] ?? own;
    if (found === undefined) return defect(false, "no opener");
    return defect(true, `begins with “${found.trim()}”`, [output.foldedEvidence(0, Math.min(found.length, 200))]);
  },
});

const opener =
  /^[\s*_"'>]*(?:(?:sure(?: thing)?|certainly|of course|absolutely|definitely|gladly|no problem|okay|ok|got it|understood|great|perfect|awesome|happy to help|i'd be (?:happy|glad) to|i'm (?:happy|glad) to|as (?:you )?(?:requested|asked)|thanks? (?:you )?for (?:asking|reaching out|your (?:question|message)))(?![\p{L}\p{N}'-])(?=[!,.:—– ]|$)|(?:that's |what )?an? (?:great|good|excellent|interesting|wonderful|fantastic) question|(?:great|good|excellent) (?:question|choice|idea)|(?:sicher|gerne?|natürlich|selbstverständlich|klar(?: doch)?|gute frage|kein problem)(?=[!,. ]|$)|(?:bien sûr|certainement|avec plaisir|bonne question|d'accord)(?=[!,. ]|$)|(?:claro(?: que sí)?|por supuesto|desde luego|buena pregunta|con gusto)(?=[!,. ]|$)|(?:certo|certamente|ottima domanda|volentieri)(?=[!,. ]|$)|(?:com certeza|ótima pergunta|claro)(?=[!,. ]|$)|(?:natuurlijk|zeker|graag gedaan|goede vraag)(?=[!,. ]|$))/u;

const hereIs =
  /^[\s*_"'>]*(?:here (?:is|are|'s)|here's|hier (?:ist|sind|finden)|voici|aquí (?:tienes?|está|están)|ecco|aqui (?:está|estão)|hier (?:is|zijn))(?!\p{L})[^.!?\n]{0,150}:/u;
