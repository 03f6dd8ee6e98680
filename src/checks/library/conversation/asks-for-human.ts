import { phrasePattern } from "../../../datapoints/index.ts";

const person =
  "(?:(?:a |an |the |some |your |another |any |real |live |actual |human )*(?:human|person|agent|representative|rep|manager|supervisor|operator|advisor|someone real|customer (?:service|support)|support (?:agent|team|person)|staff member|employee))";

export const asksForHuman = phrasePattern([
  `(?:speak|talk|chat|connect(?:ed)?|get|transfer(?:red)?|put|escalate|reach|contact|see|pass me) ?(?:me|this|us|it|through|on)? ?(?:to|with|a hold of|hold of|over to|through to)? ?${person}`,
  `(?:i (?:want|need|demand|prefer|would like|'d like)|can i (?:have|get)|could i (?:have|get)|give me|get me|let me (?:have|get)|is there) (?:to (?:speak|talk|chat) (?:to|with) )?${person}`,
  `(?:human|live agent|real person|representative|operator|agent),? please`,
  "(?:not|stop being|tired of|hate|no more|instead of) (?:talking to |speaking to |speaking with |a |an |this |the )*(?:bot|chatbot|robot|machine|ai),? ?(?:please)?",
  "(?:mit einem|einen|einen echten|mit einem echten|mit einer|eine) (?:\\p{L}+ )?(?:menschen|mitarbeiter(?:in)?|berater(?:in)?|person|sachbearbeiter|vorgesetzten) (?:sprechen|reden|verbinden|verbunden|haben|chatten)",
  "(?:verbinden sie|verbinde) mich",
  "(?:parler|discuter|échanger|être mis en relation) (?:à|avec) (?:un|une|quelqu'un)(?: (?:vrai |vraie )?(?:humain|personne|conseill(?:er|ère)|agent|responsable|opérateur))?",
  "(?:hablar|comunicarme|chatear) con (?:un|una|alguien|el|la) ?(?:humano|persona|agente|representante|asesor|operador|supervisor|encargado)?",
  "(?:parlare|essere messo in contatto) con (?:un|una|un'|qualcuno) ?(?:umano|persona|operatore|operatrice|addetto|responsabile)?",
  "(?:falar|conversar) com (?:um|uma|alguém) ?(?:humano|pessoa|atendente|agente|representante|responsável)?",
  "(?:met een|een) (?:echte? )?(?:mens|medewerker|persoon|manager) (?:spreken|praten|chatten)",
]);
