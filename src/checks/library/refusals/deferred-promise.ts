import { phraseIn, phrasePattern } from "../../../datapoints/index.ts";
import { defect, defineCheck, OwnPhrases, z } from "../definition.ts";
import { denial } from "./shared-properties.ts";

export const deferredPromise = defineCheck({
  ...denial,
  name: "deferred_promise",
  title: "Promises later work",
  description:
    "The answer promises to work on something later (“I'll get back to you”, “give me a moment”) while the response calls no tool: nothing will come.",
  severity: "major",
  source: "agents without background work",
  options: z.strictObject({ list: OwnPhrases, allow_with_tools: z.boolean().default(true) }),
  evaluate: (subject, { list, allow_with_tools: allows }) => {
    const found = phraseIn(subject.text("output"), promises, list);
    if (!found) return defect(false, "nothing is promised for later");
    if (allows && subject.toolCalls.length > 0) return defect(false, `“${found.text}”, and a tool is called`);
    return defect(true, `“${found.text}”`, [found.evidence]);
  },
});

const promises = phrasePattern([
  "(?:i'll|i will|we'll|we will|let me) (?:get|come|circle|report|write) back (?:to you|with)",
  "(?:i'll|i will|we'll|we will) (?:follow up|be (?:right )?back|let you know|notify you|update you|keep you (?:posted|updated|informed)|inform you)(?: \\w+){0,4} (?:once|when|as soon as|shortly|soon|later|after|within)",
  "(?:please )?(?:wait|hold on|hang on|bear with me|stand by)(?: for)?(?: just)?(?: a| one)? ?(?:moment|second|minute|sec|bit)?,? ?while i",
  "(?:please )?(?:give|allow) me (?:a|some|one|just a|a few|a couple of|another) (?:moments?|minutes?|seconds?|time|bit|hours?)",
  "(?:i'm|i am|currently|still) (?:now |already |currently )?working on (?:it|this|that|your)",
  "one moment(?:,)? please",
  "this (?:may|might|will|should) take (?:a (?:few|couple of)|some|several|\\d+) (?:moments?|minutes?|hours?|time|days?),? (?:so )?(?:please|i'll|i will)",
  "i(?:'ll| will) (?:start|begin) (?:working on|preparing|processing) (?:it|this|that|your)[^.]{0,60} (?:and|then) (?:send|share|get|let)",
  "ich (?:melde mich|komme) (?:\\p{L}+ )?(?:wieder |später |gleich |bald |in kürze |dann )+(?:bei (?:ihnen|dir)|darauf zurück|zurück)?",
  "(?:einen|ein) (?:moment|augenblick),? bitte",
  "(?:geben sie|gib) mir (?:bitte )?(?:einen|ein paar|etwas|einige) (?:moment|augenblick|minuten|zeit)",
  "ich arbeite (?:gerade |bereits |noch )?daran|je (?:reviens|reviendrai) vers (?:vous|toi)",
  "(?:donnez|donne|accordez)-moi (?:un|une|quelques) (?:instants?|moments?|minutes?|seconde)",
  "un (?:instant|moment),? s'il (?:vous|te) plaît",
  "(?:me pondré|me pondre) en contacto|volveré (?:a|con) (?:usted|ti)|te (?:aviso|avisaré)|le avisaré",
  "(?:deme|dame|espere|espera|permítame|permíteme) un (?:momento|segundo|minuto)",
  "(?:un|solo un) momento,? por favor",
  "ti (?:farò sapere|aggiornerò|ricontatterò)|mi dia un (?:momento|attimo)|dammi un (?:momento|attimo|minuto)",
  "(?:um momento|só um momento),? por favor|retornarei (?:o contato|em breve)|vou (?:te|lhe) avisar",
  "ik (?:kom|kom er) (?:hier )?(?:later |zo |snel )?op terug|een ogenblik(?:je)? (?:geduld|alstublieft)",
]);
