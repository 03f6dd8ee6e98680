import type { Message } from "../../../datapoints/datapoint.ts";
import { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import { textOf } from "../../../datapoints/traces/subject.ts";

export const firstTexts = (conversation: readonly Message[], n: number) =>
  conversation
    .filter(({ role }) => role === "assistant")
    .map((message) => new PreparedText("conversation", textOf(message)))
    .filter(({ isBlank }) => !isBlank)
    .slice(0, n);
