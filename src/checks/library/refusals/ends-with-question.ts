import { defineCheck, property, z } from "../definition.ts";
import { answerHabit } from "./shared-properties.ts";

export const endsWithQuestion = defineCheck({
  ...answerHabit,
  name: "ends_with_question",
  title: "Ends with a question",
  description: "The answer ends with a question mark, ignoring closing signs; with `require` false it must not.",
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
