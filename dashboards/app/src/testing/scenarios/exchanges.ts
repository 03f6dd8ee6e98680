import type { TestRunRow } from "../../platform/api/offline.ts";

type ConversationMessage = NonNullable<TestRunRow["conversation"]>[number];

/** Messages up to a response, the response, and its call. The last exchange may have no response yet. */
export interface Exchange {
  readonly before: readonly ConversationMessage[];
  readonly answer?: ConversationMessage;
  readonly turn?: NonNullable<TestRunRow["turns"]>[number];
}

/** Splits a conversation into turns: the nth response belongs to the nth call. */
export function exchangesOf({
  conversation = [],
  turns = [],
}: Pick<TestRunRow, "conversation" | "turns">): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  let before: ConversationMessage[] = [];
  for (const message of conversation) {
    if (message.role === "user") before.push(message);
    else {
      const turn = turns[exchanges.length];
      exchanges.push({ before, answer: message, ...(turn ? { turn } : {}) });
      before = [];
    }
  }
  return before.length > 0 ? [...exchanges, { before }] : exchanges;
}
