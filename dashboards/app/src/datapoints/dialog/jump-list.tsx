import type { Message } from "../../platform/api/types.ts";
import { sentence } from "../../platform/ui/format.tsx";
import { Popover } from "../../platform/ui/overlays/popover.tsx";

interface Props {
  readonly input: readonly Message[];
  readonly output: readonly Message[];
  readonly found: readonly string[];
  readonly onJump: (anchor: string) => void;
}

/** A shorter dialog needs no jump list. */
export const jumpedFrom = 6;

export function JumpList({ input, output, found, onJump }: Props) {
  const turns = [
    ...input.map((message, index) => ({ message, anchor: inputAnchor(index), label: `${index + 1}` })),
    ...output.map((message, index) => ({ message, anchor: answerAnchor(index), label: "answer" })),
  ];
  return (
    <Popover label={`Jump to one of ${turns.length}`} align="start">
      {(close) => (
        <ol className="jump-list">
          {turns.map(({ message, anchor, label }) => {
            const text = textOf(message);
            return (
              <li key={anchor}>
                <button
                  type="button"
                  className="option"
                  onClick={() => {
                    close();
                    onJump(anchor);
                  }}
                >
                  <span className="muted small num">{label}</span>
                  <b>{sentence(message.role)}</b>
                  <span className="cut" dir="auto">
                    {text.slice(0, shownAtMost)}
                  </span>
                  {found.some((passage) => text.includes(passage)) && <span className="chip fail">evidence</span>}
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </Popover>
  );
}

const shownAtMost = 120;

export const inputAnchor = (index: number): string => `m-${index + 1}`;
export const answerAnchor = (index: number): string => `answer-${index + 1}`;

/** Returns the text of a message, or a description of its parts. */
function textOf({ parts }: Message): string {
  return parts
    .map((part) => {
      switch (part.type) {
        case "text":
        case "refusal":
        case "reasoning":
          return part.text;
        case "tool_call":
          return `calls ${part.name}`;
        case "tool_result":
          return `result of ${part.name ?? "a tool"}`;
        default:
          return part.type;
      }
    })
    .join(" ");
}
