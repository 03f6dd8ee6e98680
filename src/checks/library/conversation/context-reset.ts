import { type PreparedText, phrasePattern } from "../../../datapoints/index.ts";
import { emailsIn } from "../../../platform/sensitive/personal-data.ts";
import { datesOf } from "../../../platform/text/dates.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { conversationCourse } from "./shared-properties.ts";
import { spokenMessages } from "./turns.ts";

const greeting = phrasePattern([
  "(?:hello|hi|hey|welcome|good (?:morning|afternoon|evening)|greetings)[,!. ][^]{0,40}(?:help|assist|do for) (?:you)?|how (?:can|may) i (?:help|assist) you(?: today)?",
  "(?:hallo|guten tag|willkommen|herzlich willkommen|moin)[,!. ][^]{0,40}(?:helfen|behilflich)|wie kann ich (?:ihnen|dir) (?:heute )?helfen",
  "bonjour[,!. ][^]{0,40}aider|comment puis-je vous aider|(?:hola|bienvenid[oa])[,!. ][^]{0,40}ayudar|¿?en qué puedo ayudar",
]);

const slots = {
  email: {
    has: (text: PreparedText) => emailsIn(text).length > 0,
    asks: /(?:your|ihre|deine|votre|tu|su) (?:e-?mail|e-?mail-?adresse|adresse e-?mail|correo)[^.!]{0,60}\?|(?:provide|share|give me|nennen sie|geben sie)[^.?!]{0,30}e-?mail/,
  },
  phone: {
    has: ({ text }: PreparedText) => /(?<!\d)\+?\d[\d ()-]{7,14}\d(?!\d)/.test(text),
    asks: /(?:your|ihre|deine|votre|tu|su) (?:phone|telephone|mobile|telefon|handy|téléphone|teléfono)[^.!]{0,60}\?|(?:provide|share|give me|nennen sie|geben sie)[^.?!]{0,30}(?:phone|telefon)/,
  },
  order_id: {
    has: ({ text }: PreparedText) =>
      /(?:order|bestell\p{L}{0,30}|commande|pedido|ticket|#)\D{0,20}(?=[A-Z-]{0,40}\d)[A-Z\d][A-Z\d-]{3,}/iu.test(text),
    asks: /(?:order|booking|ticket|reference) (?:number|id)[^.!]{0,60}\?|bestellnummer[^.!]{0,60}\?|numéro de commande[^.!]{0,60}\?|número de pedido[^.!]{0,60}\?|(?:provide|share|give me|nennen sie|geben sie)[^.?!]{0,30}(?:order number|order id|bestellnummer)/,
  },
  date: {
    has: ({ text }: PreparedText) => datesOf(text).length > 0,
    asks: /(?:what|which|welche[sm]?|quelle|qué) (?:date|day|datum|tag|fecha)[^.!]{0,60}\?|(?:on|an) (?:what|which|welchem) (?:date|day|tag)/,
  },
  name: {
    has: ({ text }: PreparedText) =>
      /(?:my name is|i am called|this is|ich heiße|mein name ist|je m'appelle|me llamo|mi nombre es)\s+\p{Lu}/iu.test(
        text,
      ),
    asks: /(?:what is|what's|may i (?:have|ask|know)|could you (?:tell|give) me|wie ist|quel est|cuál es) (?:your|ihr|dein|votre|tu|su) (?:full )?(?:name|nom|nombre)/,
  },
} as const;

type Slot = keyof typeof slots;

const slotNames = Object.keys(slots) as [Slot, ...Slot[]];

export const contextReset = defineCheck({
  ...conversationCourse,
  name: "context_reset",
  title: "Assistant forgets the conversation",
  description:
    "An answer after the first greets as if the conversation were starting, or asks again for data that the user has given: an email address, phone or order number, date or name.",
  severity: "major",
  costClass: "medium",
  output: passesWhenFalse,
  source: "MAST loss of conversation history; Phoenix",
  options: z.strictObject({ slots: z.array(z.enum(slotNames)).default([...slotNames]) }),
  evaluate: (subject, { slots: wanted }) => {
    const given = new Set<Slot>();
    let answers = 0;
    for (const message of spokenMessages(subject)) {
      const { text } = message;
      if (message.role === "user") for (const slot of wanted) if (slots[slot].has(text)) given.add(slot);
      if (message.role !== "assistant") continue;
      const greets = answers++ > 0 ? greeting.exec(text.phrased.slice(0, 300)) : null;
      if (greets) return defect(true, `greets again: “${greets[0].slice(0, 60)}”`);
      const again = [...given].find((slot) => slots[slot].asks.test(text.phrased));
      if (again !== undefined) return defect(true, `asks again for the ${again.replace("_", " ")}`);
    }
    return answers < 2 ? skipped("the assistant speaks only once") : defect(false, "nothing is forgotten");
  },
});
