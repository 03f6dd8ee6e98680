import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Datapoint, Evidence, Message } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { BreakingName } from "../../platform/ui/prose.tsx";
import { CutsProvider } from "./cuts.tsx";
import { EarlierTurns } from "./earlier-turns.tsx";
import { answerAnchor, inputAnchor, JumpList, jumpedFrom } from "./jump-list.tsx";
import { MessageCard } from "./message.tsx";
import { modeNames, type TextMode, textModes } from "./text.tsx";
import { resultsOf, ToolRunsProvider } from "./tool-runs.tsx";

interface Props {
  readonly input: readonly Message[];
  readonly output: readonly Message[];
  readonly evidence?: readonly Evidence[];
  /** Messages of the previous call: those that this one repeats are folded. */
  readonly before?: readonly Message[];
  readonly ending?: string | undefined;
}

/** A longer history shows its instructions and its end; a button unfolds the messages between. */
const foldedFrom = 24;
const shownAtEnd = 10;

interface Folded {
  readonly from: number;
  readonly count: number;
  readonly reason?: string;
}

function earlier(input: readonly Message[], before: readonly Message[]): Folded {
  const from = input[0]?.role === "system" ? 1 : 0;
  const repeated = input.findIndex((message, at) => !isSame(message, before[at]));
  if (repeated - from >= repeatedFrom)
    return { from, count: repeated - from, reason: "the same as in the call before" };
  return input.length <= foldedFrom ? { from: 0, count: 0 } : { from, count: input.length - shownAtEnd - from };
}

/** Fewer messages than these are faster to read than a button that unfolds them. */
const repeatedFrom = 2;

const isSame = (one: Message, other: Message | undefined) => JSON.stringify(one) === JSON.stringify(other);

export const DatapointDialog = ({
  datapoint,
  evidence = [],
  before = [],
}: {
  datapoint: Datapoint;
  evidence?: readonly Evidence[];
  before?: readonly Message[];
}) => (
  <CutsProvider datapoint={datapoint}>
    <ToolRunsProvider datapoint={datapoint}>
      {datapoint.dialogHistory && (
        <EarlierTurns history={datapoint.dialogHistory} found={evidence.map(({ text }) => text)} />
      )}
      <Dialog
        input={datapoint.input}
        output={datapoint.output}
        evidence={evidence}
        before={before}
        ending={datapoint.finishReasons.join(", ")}
      />
    </ToolRunsProvider>
  </CutsProvider>
);

/** Shows a dialog and the response to it. The one renderer for every convention and every page. */
export function Dialog({ input, output, evidence = [], before = [], ending }: Props) {
  const whole = useRef<HTMLDivElement>(null);
  const [all, setAll] = useState(false);
  const [mode, setMode] = useState<TextMode>();
  const results = resultsOf(input);
  const hidden: Folded = all ? { from: 0, count: 0 } : earlier(input, before);
  const found = evidence.map(({ text }) => text).filter((text) => text.trim() !== "");
  if (input.length + output.length === 0) {
    return (
      <div className="note warn">
        <strong>No message content was sent for this call</strong>
        <span>
          Turn it on at the sender, for example with{" "}
          <BreakingName name="OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true" />, and export logs as well as
          traces.
        </span>
      </div>
    );
  }
  const drawn = (message: Message, index: number) => (
    <MessageCard
      key={`${mode} ${index}`}
      mode={mode}
      anchor={inputAnchor(index)}
      pointer={`/input/${index}`}
      message={message}
      results={results}
      found={found}
    />
  );
  function jump(anchor: string) {
    // Another dialog of the page has the same anchor names.
    const find = () => whole.current?.querySelector<HTMLElement>(`#${anchor}`);
    if (!find()) flushSync(() => setAll(true));
    const turn = find();
    turn?.scrollIntoView({ block: "start" });
    turn?.focus({ preventScroll: true });
  }
  return (
    <div ref={whole} className="dialog">
      {input.length + output.length > 2 && (
        <div className="modes all" role="group" aria-label="All texts">
          {input.length + output.length >= jumpedFrom && (
            <JumpList input={input} output={output} found={found} onJump={jump} />
          )}
          <span className="grow" />
          <span className="muted small">All texts</span>
          {textModes.map((each) => (
            <Button text={modeNames[each]} key={each} aria-pressed={mode === each} onClick={() => setMode(each)} />
          ))}
        </div>
      )}
      {input.slice(0, hidden.from).map((message, index) => drawn(message, index))}
      {hidden.count > 0 && (
        <button type="button" className="earlier" onClick={() => setAll(true)}>
          {hidden.count} earlier messages{hidden.reason && `, ${hidden.reason}`}
        </button>
      )}
      {input
        .slice(hidden.from + hidden.count)
        .map((message, index) => drawn(message, hidden.from + hidden.count + index))}
      {output.map((message, index) => (
        <MessageCard
          // oxlint-disable-next-line react/no-array-index-key -- messages have no id and never move
          key={`${mode} ${index}`}
          mode={mode}
          anchor={answerAnchor(index)}
          pointer={`/output/${index}`}
          message={message}
          results={results}
          found={found}
          ending={ending}
          isAnswer
        />
      ))}
    </div>
  );
}
