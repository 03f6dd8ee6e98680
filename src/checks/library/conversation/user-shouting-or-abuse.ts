import { profaneRanges } from "../content-safety/profanity.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { conversationCourse } from "./shared-properties.ts";

export const userShoutingOrAbuse = defineCheck({
  ...conversationCourse,
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
