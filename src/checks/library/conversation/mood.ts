import vader from "vader-sentiment";
import { z } from "zod";
import { phrasePattern } from "../../../datapoints/text/phrases.ts";
import { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import { type Subject, textOf } from "../../../datapoints/traces/subject.ts";
import { emailsIn } from "../../../platform/sensitive/personal-data.ts";
import { datesOf } from "../../../platform/text/dates.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, passesWhenFalse, scored, usually } from "../../check.ts";
import { defect, skipped, within } from "../../verdicts/outcome.ts";
import { profaneRanges } from "../content-safety/profanity.ts";
import { userTurns } from "./turns.ts";

/** Checks of the course of a conversation. */
const common = { ...usually, category: "Conversation", judges: "request", targets: ["conversation"], tier: 2 } as const;

export const userSentimentTrend = defineCheck({
  ...common,
  name: "user_sentiment_trend",
  title: "User's mood over the conversation",
  description:
    "VADER's mean sentiment of the last third of the user's messages less that of the first third; from three messages on, English only.",
  severity: "major",
  costClass: "medium",
  output: scored("-2..2; pass ≥ -0.4"),
  source: "Hutto & Gilbert 2014; contact-centre analytics",
  options: z.strictObject({ min: z.number().min(-2).max(2).default(-0.4) }),
  evaluate: (subject, { min }) => {
    const turns = subject.once(userTurns);
    if (turns.length < 3) return skipped("the user speaks fewer than three times");
    const words = turns.flatMap(({ text }) => wordsOf(text.slice(0, 2000)));
    if (
      words.filter((word) => /^(?:the|and|to|is|i|you|it|my|a|of|in|that|this|not|me|for|have|do)$/i.test(word))
        .length *
        10 <
      words.length
    )
      return skipped("the user does not write English");
    const third = Math.max(1, Math.floor(turns.length / 3));
    const mood = (some: readonly PreparedText[]) =>
      some.reduce(
        (sum, { text }) => sum + vader.SentimentIntensityAnalyzer.polarity_scores(text.slice(0, 2000)).compound,
        0,
      ) / some.length;
    return within(mood(turns.slice(-third)) - mood(turns.slice(0, third)), { min }, "change of mood");
  },
});

export const userShoutingOrAbuse = defineCheck({
  ...common,
  name: "user_shouting_or_abuse",
  title: "User shouts or insults",
  description:
    "The last user message is mostly capitals (of twelve or more letters), has repeated exclamation or question marks, or contains a vulgar word.",
  severity: "minor",
  costClass: "medium",
  targets: ["input"],
  output: passesWhenFalse,
  source: "support analytics",
  options: z.strictObject({ share: z.number().min(0).max(1).default(0.6) }),
  evaluate: (subject, { share }) => {
    const input = subject.text("input");
    if (input.isBlank) return skipped("there is no user message");
    const letters = input.prose.match(/\p{Lu}|\p{Ll}/gu) ?? [];
    const capitals = letters.filter((letter) => /\p{Lu}/u.test(letter)).length;
    if (letters.length >= 12 && capitals >= share * letters.length)
      return defect(true, `${capitals} of ${letters.length} letters are capitals`);
    const marks = /[!?！？]{2,}/.exec(input.prose);
    if (marks) return defect(true, `“${marks[0].slice(0, 10)}”`);
    const vulgar = profaneRanges(input);
    return defect(
      vulgar.length > 0,
      vulgar.length > 0 ? `${vulgar.length} vulgar words` : "the user is calm",
      vulgar.slice(0, 10),
    );
  },
});

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
      /(?:order|bestell\p{L}*|commande|pedido|ticket|#)\D{0,20}(?=[A-Z-]*\d)[A-Z\d][A-Z\d-]{3,}/iu.test(text),
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
  ...common,
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

export const turnBalance = defineCheck({
  ...common,
  name: "turn_balance",
  title: "Assistant does not monopolise",
  description: "The assistant's words divided by all words, in a conversation of four and more messages.",
  severity: "minor",
  tier: 3,
  output: scored("0..1; pass ≤ 0.85"),
  source: "conversation design",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.85), min_messages: z.int().min(2).default(4) }),
  evaluate: (subject, { max, min_messages: fewest }) => {
    const spoken = spokenMessages(subject).map(({ role, text }) => ({ role, count: text.words.length }));
    if (spoken.length < fewest) return skipped(`fewer than ${fewest} messages`);
    const all = spoken.reduce((sum, { count }) => sum + count, 0);
    if (all === 0) return skipped("no message has words");
    const own = spoken.reduce((sum, { role, count }) => sum + (role === "assistant" ? count : 0), 0);
    return within(own / all, { max }, "the assistant's share of words");
  },
});

/** Returns the messages of user and assistant, at most the last hundred with text. */
const spokenMessages = ({ conversation }: Subject) =>
  conversation
    .filter(({ role }) => role === "user" || role === "assistant")
    .slice(-100)
    .map((message) => ({ role: message.role, text: new PreparedText("conversation", textOf(message)) }))
    .filter(({ text }) => !text.isBlank);
