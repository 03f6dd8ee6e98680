import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { phraseIn, phrasePattern, wholeWordPositions } from "../../../datapoints/text/phrases.ts";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { plainText } from "../../../platform/text/plain.ts";
import { defineCheck, passesWhenFalse, passesWhenTrue, scored, usually } from "../../check.ts";
import { OwnPhrases, UserPattern } from "../../check-options.ts";
import { defect, property, skipped, within } from "../../verdicts/outcome.ts";

/** Checks of habitual phrases in answers. */
const common = { ...usually, category: "Refusals and completion behaviour", severity: "minor", tier: 2 } as const;

export const knowledgeCutoffMention = defineCheck({
  ...common,
  name: "knowledge_cutoff_mention",
  title: "Mentions its training cutoff",
  description:
    "The answer speaks of the end of the model's knowledge (“as of my last update”, “my training data”), in seven languages.",
  output: passesWhenFalse,
  source: "support quality; LLM boilerplate",
  options: z.strictObject({ list: OwnPhrases }),
  evaluate: (subject, { list }) => {
    const found = phraseIn(subject.text("output"), cutoff, list);
    return found ? defect(true, `“${found.text}”`, [found.evidence]) : defect(false, "no such phrase");
  },
});

export const excessiveDisclaimers = defineCheck({
  ...common,
  name: "excessive_disclaimers",
  title: "Too many disclaimers",
  description:
    "Disclaimers in the answer (“consult a professional”, “not legal advice”, “results may vary”), in five languages.",
  output: scored("count; pass ≤ 2"),
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

export const endsWithQuestion = defineCheck({
  ...common,
  name: "ends_with_question",
  title: "Ends with a question",
  description: "The answer ends with a question mark, ignoring closing signs; with `require` false it must not.",
  output: passesWhenTrue,
  source: "conversation design",
  options: z.strictObject({ require: z.boolean().default(true) }),
  evaluate: (subject, { require }) => {
    const endsAsQuestion = /[?？؟;](?<!\w;)[\s"'”’»)*_\p{Extended_Pictographic}]*$/u.test(
      subject.text("output").trimmed.slice(-60),
    );
    return property(
      endsAsQuestion === require,
      endsAsQuestion ? "ends with a question" : "does not end with a question",
    );
  },
});

export const redirectsToHuman = defineCheck({
  ...common,
  name: "redirects_to_human",
  title: "Hands over to a person",
  description:
    "The answer turns to people (“I'll connect you with …”, “contact our support team”), in seven languages: always, or where `condition` matches the user's message.",
  targets: ["input", "output"],
  output: passesWhenTrue,
  source: "policies of hand-over",
  options: z.strictObject({ condition: UserPattern.optional(), list: OwnPhrases }),
  evaluate: (subject, { condition, list }) => {
    if (condition !== undefined && !linearPattern(condition, "i").find(subject.text("input").text))
      return skipped("the condition does not match the user's message");
    const found = phraseIn(subject.text("output"), handOver, list);
    return property(
      found !== undefined,
      found ? `“${found.text}”` : "the answer does not refer to a person",
      found ? [found.evidence] : [],
    );
  },
});

export const cannedResponse = defineCheck({
  ...common,
  name: "canned_response",
  title: "Canned fallback answer",
  description:
    "The answer is one of the configured fallback texts, or nearly (edit similarity), or more than `share` of the last `n` other answers of its test run are the same.",
  output: passesWhenFalse,
  source: "containment of chatbots",
  options: z.strictObject({
    texts: z.array(z.string().min(1).max(5000)).max(100).default([]),
    similarity: z.number().min(0).max(1).default(0.9),
    share: z.number().min(0).max(1).default(0.05),
    n: z.int().positive().max(10_000).default(500),
    min_others: z.int().positive().default(20),
  }),
  evaluate: (subject, { texts, similarity, share, n, min_others: fewest }) => {
    const others = subject.context.others?.().slice(-n) ?? [];
    if (texts.length === 0 && others.length < fewest)
      return skipped("neither fallback texts nor enough other answers are known");
    const own = plainText(subject.output).slice(0, 4000);
    const text = texts.find((each) => isAlike(plainText(each).slice(0, 4000), own, similarity));
    if (text !== undefined) return defect(true, `“${text.slice(0, 80)}”`);
    const same = others.length < fewest ? 0 : others.filter((each) => plainText(each).slice(0, 4000) === own).length;
    return defect(
      same > share * others.length,
      same === 0 ? "the answer is its own" : `${same} of ${others.length} other answers are the same`,
    );
  },
});

function isAlike(one: string, other: string, least: number): boolean {
  const longer = Math.max(one.length, other.length);
  if (longer === 0 || Math.min(one.length, other.length) < least * longer) return false;
  return 1 - distance(one, other) / longer >= least;
}

const cutoff = phrasePattern([
  "(?:as of|since|up (?:to|until)|until|at the time of) my (?:last|latest|most recent|knowledge)? ?(?:training|knowledge|update|data|information)(?: (?:update|cutoff|cut-off|data|date))*",
  "my (?:knowledge|training|training data|information|data)(?: base)? (?:cutoff|cut-off|only (?:goes|extends)|ends?|stops?|is (?:current|limited|up to date) (?:to|until|through|as of)|was last updated|(?:goes|extends) (?:up )?to)",
  "my (?:last|latest|most recent) (?:training|knowledge|data|information)? ?update|(?:knowledge|training) cut-?off(?: date)?|i was (?:last )?trained (?:on data )?(?:up )?(?:to|until)",
  "(?:mein(?:e[nmrs]?)? (?:wissen(?:sstand)?|trainingsdaten|kenntnis(?:se|stand)|letzte[ns]? (?:update|aktualisierung|training)))(?: (?:reicht|endet|stammt|ist|gehen|reichen|enden)[^.]{0,30})?",
  "(?:mes (?:connaissances|données)|ma dernière mise à jour)(?: [^.]{0,20}(?:jusqu'|s'arrêtent|datent))?|date limite de mes connaissances",
  "mi (?:última actualización|fecha de corte|conocimiento (?:llega|se extiende|está actualizado))|mis datos de entrenamiento",
  "(?:il mio|mio) ultimo aggiornamento|i miei dati (?:di addestramento|arrivano)|minha última atualização|meus dados de treinamento|mijn (?:kennis|laatste update|trainingsdata)",
]);

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

const handOver = phrasePattern([
  "(?:i'll|i will|let me|i can|i'm going to|i am going to|we'll|we will|i have|i've) (?:\\p{L}+ )?(?:connect(?:ed)?|transfer(?:red)?|forward(?:ed)?|pass(?:ed)?|hand(?:ed)?|escalate[d]?|put) (?:you|this|it|your (?:request|case|issue|question))",
  "(?:contact|reach(?: out to)?|call|e-?mail|write to|get in touch with|speak (?:to|with)|talk to|chat with|ask) (?:our|the|a|an|one of our) (?:\\p{L}+ )?(?:support|team|agents?|representatives?|customer (?:service|care|support)|help ?desk|staff|colleagues?|specialists?|advisors?|hotline|human)",
  "(?:a|one of our|our) (?:\\p{L}+ )?(?:agents?|colleagues?|representatives?|specialists?|team members?|advisors?) will (?:\\p{L}+ )?(?:contact|call|get back|reach out|be in touch|help|assist|reply)",
  "(?:ich|wir) (?:verbinde|leite|übergebe|verbinden|leiten)[^.]{0,40}|(?:wenden sie sich|schreiben sie|rufen sie) [^.]{0,20}(?:unser\\p{L}*|den|das) (?:\\p{L}+ )?(?:team|support|kundenservice|kundendienst|mitarbeiter\\p{L}*|hotline)|ein(?:e)? (?:kolleg|mitarbeiter)\\p{L}* (?:meldet|wird)",
  "je vous (?:mets en relation|transfère)|(?:contactez|appelez|écrivez à) (?:notre|le) (?:\\p{L}+ )?(?:équipe|service|support|conseiller)",
  "(?:le|te) (?:transfiero|comunico|paso)|(?:contacte|llame|escriba) (?:a|con) (?:nuestro|el) (?:\\p{L}+ )?(?:equipo|servicio|soporte)",
  "(?:la|ti) (?:metto in contatto|trasferisco)|(?:contatti|chiami|contatta) (?:il nostro|l'assistenza|il servizio)[^.]{0,20}|(?:entre em contato com|ligue para) (?:nossa|o nosso)[^.]{0,30}|neem contact op met (?:ons|onze)[^.]{0,20}",
]);
