import { phraseIn, phrasePattern } from "../../../datapoints/index.ts";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { defineCheck, OwnPhrases, property, skipped, UserPattern, z } from "../definition.ts";
import { answerHabit } from "./shared-properties.ts";

export const redirectsToHuman = defineCheck({
  ...answerHabit,
  name: "redirects_to_human",
  title: "Hands over to a person",
  description:
    "The answer turns to people (“I'll connect you with …”, “contact our support team”), in seven languages: always, or where `condition` matches the user's message.",
  targets: ["input", "output"],
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

const handOver = phrasePattern([
  "(?:i'll|i will|let me|i can|i'm going to|i am going to|we'll|we will|i have|i've) (?:\\p{L}+ )?(?:connect(?:ed)?|transfer(?:red)?|forward(?:ed)?|pass(?:ed)?|hand(?:ed)?|escalate[d]?|put) (?:you|this|it|your (?:request|case|issue|question))",
  "(?:contact|reach(?: out to)?|call|e-?mail|write to|get in touch with|speak (?:to|with)|talk to|chat with|ask) (?:our|the|a|an|one of our) (?:\\p{L}+ )?(?:support|team|agents?|representatives?|customer (?:service|care|support)|help ?desk|staff|colleagues?|specialists?|advisors?|hotline|human)",
  "(?:a|one of our|our) (?:\\p{L}+ )?(?:agents?|colleagues?|representatives?|specialists?|team members?|advisors?) will (?:\\p{L}+ )?(?:contact|call|get back|reach out|be in touch|help|assist|reply)",
  "(?:ich|wir) (?:verbinde|leite|übergebe|verbinden|leiten)[^.]{0,40}|(?:wenden sie sich|schreiben sie|rufen sie) [^.]{0,20}(?:unser\\p{L}{0,30}|den|das) (?:\\p{L}+ )?(?:team|support|kundenservice|kundendienst|mitarbeiter\\p{L}{0,30}|hotline)|ein(?:e)? (?:kolleg|mitarbeiter)\\p{L}{0,30} (?:meldet|wird)",
  "je vous (?:mets en relation|transfère)|(?:contactez|appelez|écrivez à) (?:notre|le) (?:\\p{L}+ )?(?:équipe|service|support|conseiller)",
  "(?:le|te) (?:transfiero|comunico|paso)|(?:contacte|llame|escriba) (?:a|con) (?:nuestro|el) (?:\\p{L}+ )?(?:equipo|servicio|soporte)",
  "(?:la|ti) (?:metto in contatto|trasferisco)|(?:contatti|chiami|contatta) (?:il nostro|l'assistenza|il servizio)[^.]{0,20}|(?:entre em contato com|ligue para) (?:nossa|o nosso)[^.]{0,30}|neem contact op met (?:ons|onze)[^.]{0,20}",
]);
