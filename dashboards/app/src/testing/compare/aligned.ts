import { diffArrays, diffLines, diffWordsWithSpace } from "diff";
import type { Message } from "../../platform/api/types.ts";

/** Messages at the same position of two dialogs; one side is absent if only the other has a message. */
export interface Pair {
  readonly left: Message | undefined;
  readonly right: Message | undefined;
  readonly same: boolean;
}

/** Aligns two dialogs: equal messages anchor the alignment; between them, messages of one role are paired. */
export function aligned(left: readonly Message[], right: readonly Message[]): readonly Pair[] {
  const pairs: Pair[] = [];
  const [restLeft, restRight] = [[...left], [...right]];
  const between = { left: [] as Message[], right: [] as Message[] };
  for (const { value, added, removed } of diffArrays(left.map(keyOf), right.map(keyOf))) {
    const count = value.length;
    if (added) between.right.push(...restRight.splice(0, count));
    else if (removed) between.left.push(...restLeft.splice(0, count));
    else {
      settle();
      const others = restRight.splice(0, count);
      restLeft.splice(0, count).forEach((message, index) => {
        pairs.push({ left: message, right: others[index], same: true });
      });
    }
  }
  settle();
  return pairs;

  function settle() {
    for (const message of between.left.splice(0)) {
      const at = between.right.findIndex(({ role }) => role === message.role);
      for (const skipped of between.right.splice(0, Math.max(0, at)))
        pairs.push({ left: undefined, right: skipped, same: false });
      pairs.push({ left: message, right: at < 0 ? undefined : between.right.shift(), same: false });
    }
    for (const message of between.right.splice(0)) pairs.push({ left: undefined, right: message, same: false });
  }
}

export function textOf({ parts }: Message): string {
  return parts
    .map((part) => {
      switch (part.type) {
        case "text":
        case "reasoning":
        case "refusal":
          return part.text;
        case "tool_call":
          return `${part.name}(${jsonText(part.arguments)})`;
        case "tool_result":
          return jsonText(part.result);
        default:
          return `[${part.type}]`;
      }
    })
    .join("\n");
}

const jsonText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value, undefined, 1));
const keyOf = (message: Message) => `${message.role}\n${textOf(message)}`;

export interface Piece {
  readonly text: string;
  readonly of: "both" | "left" | "right";
}

const mostMs = 300;

/** Compares two texts word by word; line by line, or as a whole, if that takes too long. */
export function pieces(left: string, right: string): readonly Piece[] {
  const found = diffWordsWithSpace(left, right, { timeout: mostMs }) ?? diffLines(left, right, { timeout: mostMs });
  if (!found)
    return [
      { text: left, of: "left" },
      { text: right, of: "right" },
    ];
  return found.map(({ value, added, removed }) => ({ text: value, of: added ? "right" : removed ? "left" : "both" }));
}
