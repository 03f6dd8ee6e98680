import { type Message, PreparedText, textOf } from "../../../datapoints/index.ts";

export const firstTexts = (conversation: readonly Message[], n: number) =>
  conversation
    .filter(({ role }) => role === "assistant")
    .map((message) => new PreparedText("conversation", textOf(message)))
    .filter(({ isBlank }) => !isBlank)
    .slice(0, n);
