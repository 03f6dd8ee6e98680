import type { Evidence, Message } from "../api/types.ts";
import { MessageCard } from "./message.tsx";
import { resultsOf } from "./tool-results.ts";

interface Props {
  readonly input: readonly Message[];
  readonly output: readonly Message[];
  readonly evidence?: readonly Evidence[];
  /** How the answer ended; shown with it. */
  readonly ending?: string | undefined;
}

/** The dialog that led to an answer, and the answer. The one renderer for every convention and every page. */
export function Dialog({ input, output, evidence = [], ending }: Props) {
  const results = resultsOf(input);
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
  return (
    <div className="dialog">
      {input.map((message, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- messages have no id and never move
        <MessageCard key={index} anchor={`m-${index + 1}`} message={message} results={results} found={found} />
      ))}
      {output.map((message, index) => (
        <MessageCard
          // oxlint-disable-next-line react/no-array-index-key -- messages have no id and never move
          key={index}
          anchor={`answer-${index + 1}`}
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
