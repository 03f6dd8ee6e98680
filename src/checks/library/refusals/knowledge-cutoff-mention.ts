import { phraseIn, phrasePattern } from "../../../datapoints/index.ts";
import { defect, defineCheck, OwnPhrases, passesWhenFalse, z } from "../definition.ts";
import { answerHabit } from "./shared-properties.ts";

export const knowledgeCutoffMention = defineCheck({
  ...answerHabit,
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

const cutoff = phrasePattern([
  "(?:as of|since|up (?:to|until)|until|at the time of) my (?:last|latest|most recent|knowledge)? ?(?:training|knowledge|update|data|information)(?: (?:update|cutoff|cut-off|data|date))*",
  "my (?:knowledge|training|training data|information|data)(?: base)? (?:cutoff|cut-off|only (?:goes|extends)|ends?|stops?|is (?:current|limited|up to date) (?:to|until|through|as of)|was last updated|(?:goes|extends) (?:up )?to)",
  "my (?:last|latest|most recent) (?:training|knowledge|data|information)? ?update|(?:knowledge|training) cut-?off(?: date)?|i was (?:last )?trained (?:on data )?(?:up )?(?:to|until)",
  "(?:mein(?:e[nmrs]?)? (?:wissen(?:sstand)?|trainingsdaten|kenntnis(?:se|stand)|letzte[ns]? (?:update|aktualisierung|training)))(?: (?:reicht|endet|stammt|ist|gehen|reichen|enden)[^.]{0,30})?",
  "(?:mes (?:connaissances|données)|ma dernière mise à jour)(?: [^.]{0,20}(?:jusqu'|s'arrêtent|datent))?|date limite de mes connaissances",
  "mi (?:última actualización|fecha de corte|conocimiento (?:llega|se extiende|está actualizado))|mis datos de entrenamiento",
  "(?:il mio|mio) ultimo aggiornamento|i miei dati (?:di addestramento|arrivano)|minha última atualização|meus dados de treinamento|mijn (?:kennis|laatste update|trainingsdata)",
]);
