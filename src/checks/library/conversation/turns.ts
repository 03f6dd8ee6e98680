import { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import { type Subject, textOf } from "../../../datapoints/traces/subject.ts";

/** Returns the user's messages, oldest first, each prepared separately. At most the last 50. */
export const userTurns = ({ datapoint }: Subject): readonly PreparedText[] =>
  datapoint.input
    .filter(({ role }) => role === "user")
    .slice(-50)
    .map((message) => new PreparedText("conversation", textOf(message)))
    .filter(({ isBlank }) => !isBlank);
