import type { TestRunRow } from "../../platform/api/offline.ts";

type Said = NonNullable<TestRunRow["conversation"]>[number];

/** What was said up to an answer, the answer, and the call that gave it. The last one may have no answer yet. */
export interface Exchange {
  readonly before: readonly Said[];
  readonly answer?: Said;
  readonly turn?: NonNullable<TestRunRow["turns"]>[number];
}

/** A conversation by its turns: the nth answer is the nth call's. */
export function exchangesOf({
  conversation = [],
  turns = [],
}: Pick<TestRunRow, "conversation" | "turns">): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  let before: Said[] = [];
  for (const said of conversation) {
    if (said.role === "user") before.push(said);
    else {
      const turn = turns[exchanges.length];
      exchanges.push({ before, answer: said, ...(turn ? { turn } : {}) });
      before = [];
    }
  }
  return before.length > 0 ? [...exchanges, { before }] : exchanges;
}
