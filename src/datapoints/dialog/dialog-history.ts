import type { Datapoint, DialogHistory, DialogTurn, Message } from "../datapoint.ts";
import { type DialogLink, dialogLinkOf } from "./dialog-link.ts";

/** Limits of a history: turns, and characters of the JSON of their messages. */
export const historyLimits = { turns: 50, characters: 262_144 } as const;

/** Instructions are not carried over from an earlier call, so each call has its own. */
export function turnOf({ id, startedAt, input, output }: Omit<TurnSource, "link">): DialogTurn {
  return { datapointId: id, startedAt, messages: [...input, ...output].filter(({ role }) => role !== "system") };
}

type TurnSource = Pick<Datapoint, "id" | "startedAt" | "input" | "output">;

/** Returns the messages of a history, oldest first. */
export const historyMessages = ({ turns }: Pick<DialogHistory, "turns">): readonly Message[] =>
  turns.flatMap(({ messages }) => messages);

/** Returns the history with its newest turns within the limits. */
export function limitedHistory(history: DialogHistory): DialogHistory {
  let characters = 0;
  let from = history.turns.length;
  for (const { messages } of history.turns.toReversed()) {
    characters += JSON.stringify(messages).length;
    if (characters > historyLimits.characters || history.turns.length - from >= historyLimits.turns) break;
    from -= 1;
  }
  return from === 0 ? history : { ...history, turns: history.turns.slice(from), isCut: true };
}

/** Calls of the same trace that a call continues, oldest first, and the link of the first of them. */
interface WithinTrace {
  readonly turns: readonly DialogTurn[];
  readonly link?: DialogLink;
  /** The call that `link` belongs to. */
  readonly from: Pick<Datapoint, "id" | "startedAt">;
}

/** Follows the link of a call through the calls of the same trace, which may not be stored yet. */
export function followInTrace(datapoint: Datapoint, calls: readonly Datapoint[]): WithinTrace {
  const turns: DialogTurn[] = [];
  const seen = new Set([datapoint.id]);
  let from: WithinTrace["from"] = { id: datapoint.id, startedAt: datapoint.startedAt };
  let link = dialogLinkOf(datapoint);
  while (link?.kind === "response") {
    const { responseId } = link;
    const before = calls.find((call) => call.responseId === responseId && !seen.has(call.id));
    if (!before || turns.length >= historyLimits.turns) break;
    seen.add(before.id);
    turns.unshift(turnOf(before));
    from = { id: before.id, startedAt: before.startedAt };
    link = dialogLinkOf(before);
  }
  return { turns, from, ...(link ? { link } : {}) };
}
