import { useState } from "react";
import type { Datapoint, Evidence, Message } from "../api/types.ts";
import { CutsProvider } from "./cuts.tsx";
import { MessageCard } from "./message.tsx";
import { resultsOf } from "./tool-results.ts";

interface Props {
  readonly input: readonly Message[];
  readonly output: readonly Message[];
  readonly evidence?: readonly Evidence[];
  /** How the answer ended; shown with it. */
  readonly ending?: string | undefined;
}

/** A history of many turns begins with its instructions and its end; what lies between is one press away. */
const foldedFrom = 24;
const shownAtEnd = 10;

function earlier(input: readonly Message[]) {
  const from = input[0]?.role === "system" ? 1 : 0;
  return { from, count: input.length - shownAtEnd - from };
}

/** The whole dialog of a datapoint; what of it was sent in part only can be fetched. */
export function DatapointDialog({
  datapoint,
  evidence = [],
}: {
  datapoint: Datapoint;
  evidence?: readonly Evidence[];
}) {
  return (
    <CutsProvider datapoint={datapoint}>
      <Dialog
        input={datapoint.input}
        output={datapoint.output}
        evidence={evidence}
        ending={datapoint.finishReasons.join(", ")}
      />
    </CutsProvider>
  );
}

/** The dialog that led to an answer, and the answer. The one renderer for every convention and every page. */
export function Dialog({ input, output, evidence = [], ending }: Props) {
  const [all, setAll] = useState(false);
  const results = resultsOf(input);
  const hidden = all || input.length <= foldedFrom ? { from: 0, count: 0 } : earlier(input);
  const found = evidence.map(({ text }) => text).filter((text) => text.trim() !== "");
  if (input.length + output.length === 0) {
    return (
      <div className="note warn">
        <strong>No message content was sent for this call</strong>
        <span>
          Turn it on at the sender, for example with{" "}
          <code>OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true</code>, and export logs as well as traces.
        </span>
      </div>
    );
  }
  const drawn = (message: Message, index: number) => (
    <MessageCard
      key={index}
      anchor={`m-${index + 1}`}
      pointer={`/input/${index}`}
      message={message}
      results={results}
      found={found}
    />
  );
  return (
    <div className="dialog">
      {input.slice(0, hidden.from).map((message, index) => drawn(message, index))}
      {hidden.count > 0 && (
        <button type="button" className="earlier" onClick={() => setAll(true)}>
          {hidden.count} earlier messages
        </button>
      )}
      {input
        .slice(hidden.from + hidden.count)
        .map((message, index) => drawn(message, hidden.from + hidden.count + index))}
      {output.map((message, index) => (
        <MessageCard
          // oxlint-disable-next-line react/no-array-index-key -- messages have no id and never move
          key={index}
          anchor={`answer-${index + 1}`}
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
