import { phraseIn } from "../../../datapoints/index.ts";
import { defect, defineCheck, OwnPhrases, passesWhenFalse, skipped, z } from "../definition.ts";
import { asksForHuman } from "./asks-for-human.ts";
import { humanContact } from "./shared-properties.ts";
import { userTurns } from "./turns.ts";

export const humanRequested = defineCheck({
  ...humanContact,
  name: "human_requested",
  title: "User asks for a human",
  description: "The last user message requests a person instead of the assistant, in one of seven languages.",
  targets: ["input"],
  output: passesWhenFalse,
  source: "containment metrics of support bots",
  options: z.strictObject({ list: OwnPhrases }),
  evaluate: (subject, { list }) => {
    if (subject.input === "") return skipped("there is no user message");
    const found = phraseIn(subject.text("input"), asksForHuman, list);
    if (!found) return defect(false, "no person is requested");
    const times = subject.once(userTurns).filter((turn) => phraseIn(turn, asksForHuman, list)).length;
    return defect(true, `“${found.text}”${times > 1 ? `, for the ${times}th time` : ""}`, [found.evidence]);
  },
});
