import { type Evidence, PreparedText, type Subject, textOf } from "../../../datapoints/index.ts";

/** Returns the messages of user and assistant, at most the last hundred with text. */
export const spokenMessages = ({ conversation }: Subject) =>
  conversation
    .filter(({ role }) => role === "user" || role === "assistant")
    .slice(-100)
    .map((message) => ({ role: message.role, text: new PreparedText("conversation", textOf(message)) }))
    .filter(({ text }) => !text.isBlank);

/** Returns the last range of a phrase in the joined conversation. */
export function rangeOf(subject: Subject, phrase: string): readonly Evidence[] {
  const conversation = subject.text("conversation");
  const at = conversation.phrased.lastIndexOf(phrase.toLowerCase().replace(/[’‘]/g, "'"));
  return at === -1 ? [] : [conversation.foldedEvidence(at, at + phrase.length)];
}

/** Returns the user's messages, oldest first, each prepared separately. At most the last 50. */
export const userTurns = ({ request }: Subject): readonly PreparedText[] =>
  request
    .filter(({ role }) => role === "user")
    .slice(-50)
    .map((message) => new PreparedText("conversation", textOf(message)))
    .filter(({ isBlank }) => !isBlank);
