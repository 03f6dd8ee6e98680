import { useState } from "react";
import type { Message } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { CopyButton } from "../../platform/ui/copy-button.tsx";
import { sentence } from "../../platform/ui/format.tsx";
import { PartView } from "./part.tsx";
import { modeNames, type TextMode, textModes } from "./text.tsx";
import type { ToolResult } from "./tool-runs.tsx";

interface Props {
  readonly message: Message;
  readonly anchor: string;
  /** RFC 6901 pointer into the datapoint. */
  readonly pointer: string;
  readonly results: ReadonlyMap<string, ToolResult>;
  readonly found: readonly string[];
  readonly ending?: string | undefined;
  readonly isAnswer?: boolean;
  /** How every text is shown; undefined: each text decides for itself. */
  readonly mode?: TextMode | undefined;
}

/** System prompts are long and repetitive, so longer ones start folded. */
const foldedFrom = 240;

export function MessageCard({
  message,
  anchor,
  pointer,
  results,
  found,
  ending,
  isAnswer = false,
  mode: chosen,
}: Props) {
  const text = message.parts.map((part) => ("text" in part ? part.text : "")).join("\n");
  const [mode, setMode] = useState(() => chosen ?? usualMode(message, text, found));
  const isLong = message.role === "system" && text.length > foldedFrom;
  const [folded, setFolded] = useState(isLong);
  const named = message.name === undefined ? sentence(message.role) : `${sentence(message.role)} · ${message.name}`;
  return (
    <article
      className={`msg ${message.role}`}
      id={anchor}
      tabIndex={-1}
      aria-label={isAnswer ? `Answer: ${named}` : named}
    >
      <header>
        <b>{named}</b>
        {isAnswer && <span>answer</span>}
        {isAnswer && ending && <span>· {ending}</span>}
        <span className="modes">
          {isLong && (
            <Button
              text={folded ? `Show all ${text.split("\n").length} lines` : "Fold"}
              aria-expanded={!folded}
              onClick={() => setFolded(!folded)}
            />
          )}
          {text !== "" &&
            textModes.map((each) => (
              <Button text={modeNames[each]} key={each} aria-pressed={mode === each} onClick={() => setMode(each)} />
            ))}
          {text !== "" && <CopyButton compact label="Copy text" text={text} />}
        </span>
      </header>
      <div className="content">
        <div className={folded ? "folded stack" : "stack"}>
          {message.parts.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts have no id and never move
            <PartView
              key={index}
              part={part}
              pointer={`${pointer}/parts/${index}`}
              mode={mode}
              results={results}
              found={found}
            />
          ))}
        </div>
        {message.parts.length === 0 && <span className="muted">no content</span>}
      </div>
    </article>
  );
}

/** Returns Markdown for a model's texts that look like it, unless a check's passage must be marked in them. */
function usualMode({ role }: Message, text: string, found: readonly string[]): TextMode {
  if (role !== "assistant" || found.some((passage) => text.includes(passage))) return "plain";
  return isLikelyMarkdown.test(text.slice(0, lookedAt)) ? "rendered" : "plain";
}

const lookedAt = 4000;
const isLikelyMarkdown = /^(#{1,6} |[-*+] |\d+\. |```|> |\|.+\|)|\*\*[^*\n]+\*\*|\]\(https?:/m;
