import { PreparedText, phrasePattern, textOf } from "../../../datapoints/index.ts";
import { stopWords } from "../../../platform/text/stop-words.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { refusalScore } from "../refusals/refusal-score.ts";
import { persistentAttack } from "./shared-properties.ts";

export const multiTurnEscalation = defineCheck({
  ...persistentAttack,
  name: "multi_turn_escalation",
  title: "Escalation over turns",
  description:
    "After an answer that refused, the user makes a similar request again (half of the words in common, or with “you already agreed”, “hypothetically”, “just this once”) `min_turns` or more times.",
  targets: ["conversation"],
  costClass: "medium",
  tier: 2,
  output: passesWhenFalse,
  source: "Crescendo (Russinovich et al. 2024); promptfoo crescendo",
  options: z.strictObject({
    min_turns: z.int().positive().default(2),
    similarity: z.number().min(0).max(1).default(0.5),
  }),
  evaluate: ({ request }, { min_turns: fewest, similarity }) => {
    const userTexts = request
      .filter(({ role }) => role === "user" || role === "assistant")
      .slice(-60)
      .map((message) => ({ role: message.role, text: new PreparedText("conversation", textOf(message)) }))
      .filter(({ text }) => !text.isBlank);
    const refused = userTexts.findIndex(
      ({ role, text }, at) =>
        role === "assistant" && at > 0 && refusalScore(text, { window: 400, languages: "all" }).score >= 1,
    );
    if (refused === -1) return skipped("no answer of the conversation refuses");
    const wanted = meaning(userTexts.slice(0, refused).findLast(({ role }) => role === "user")?.text);
    const again = userTexts
      .slice(refused + 1)
      .filter(({ role }) => role === "user")
      .filter(({ text }) => insists.test(text.phrased) || similarityOf(wanted, meaning(text)) >= similarity);
    return defect(again.length >= fewest, `requested again ${again.length} times after a refusal`);
  },
});

const insists = phrasePattern([
  "you (?:already )?(?:agreed|said you would|promised|told me)|just this once|hypothetically|as before|only for (?:research|educational)|in (?:a|the) (?:story|fiction|novel)|pretend (?:that|you)|but (?:please|i really need)|come on|nobody will know|it's (?:just|only) (?:a|for)",
  "du hast (?:doch )?(?:zugestimmt|gesagt|versprochen)|nur dieses eine mal|hypothetisch|rein theoretisch|stell dir vor|nur für (?:forschung|ein buch)|vous aviez (?:accepté|dit)|hypothétiquement|juste cette fois|hipotéticamente|solo esta vez|ipoteticamente|solo questa volta",
]);

const meaning = (text: PreparedText | undefined) =>
  new Set(wordsOf(text?.lower ?? "").filter((word) => word.length > 2 && !stopWords.has(word)));

function similarityOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const fewer = Math.min(one.size, other.size);
  return fewer < 2 ? 0 : one.intersection(other).size / fewer;
}
