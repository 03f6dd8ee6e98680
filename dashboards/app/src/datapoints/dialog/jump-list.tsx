import type { Message } from "../../platform/api/types.ts";
import { sentence } from "../../platform/ui/format.ts";
import { Popover } from "../../platform/ui/overlays/popover.tsx";

interface Props {
  readonly input: readonly Message[];
  readonly output: readonly Message[];
  /** Passages that a check points at. */
  readonly found: readonly string[];
  readonly onJump: (anchor: string) => void;
}

/** A dialog of fewer messages is looked over as it is. */
export const jumpedFrom = 6;

/** All turns by who spoke and how it begins; those that a check points at are marked. */
export function JumpList({ input, output, found, onJump }: Props) {
  const turns = [
    ...input.map((message, index) => ({ message, anchor: inputAnchor(index), place: `${index + 1}` })),
    ...output.map((message, index) => ({ message, anchor: answerAnchor(index), place: "answer" })),
  ];
  return (
    <Popover label={`Jump to one of ${turns.length}`} align="start">
      {(close) => (
        <ol className="jump-list">
          {turns.map(({ message, anchor, place }) => {
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
                  <span className="muted small num">{place}</span>
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

/** What a message says, or what it carries. */
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
