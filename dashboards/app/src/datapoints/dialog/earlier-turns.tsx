import { useState } from "react";
import type { Datapoint } from "../../platform/api/types.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { Time } from "../../platform/ui/format.tsx";
import { MessageCard } from "./message.tsx";
import { resultsOf } from "./tool-runs.tsx";

type History = NonNullable<Datapoint["dialogHistory"]>;

/** The newest turns are open, because the call answers them; a button unfolds the older ones. */
const shownTurns = 3;

/** Shows the dialog that the request of a stateful API does not repeat, each turn with its datapoint. */
export function EarlierTurns({ history, found }: { history: History; found: readonly string[] }) {
  const { turns, heldBy, missingResponseId, isCut } = history;
  const [all, setAll] = useState(false);
  const hidden = all ? 0 : Math.max(0, turns.length - shownTurns);
  const results = resultsOf(turns.flatMap(({ messages }) => messages));
  return (
    <section className="dialog earlier-turns" aria-label="Earlier turns">
      {missingResponseId !== undefined && (
        <div className="note">
          <strong>Earlier messages are not stored</strong>
          <span>
            The dialog continues the response <span className="mono">{missingResponseId}</span>, which this project did
            not receive.
          </span>
        </div>
      )}
      {isCut && <p className="muted small">Older turns were left out.</p>}
      {turns.length > 0 && (
        <p className="muted small">
          {heldBy === "provider"
            ? "The provider held these messages: the request names them and does not repeat them."
            : "Calls of the same conversation. The request does not repeat them, and checks do not read them."}
        </p>
      )}
      {hidden > 0 && (
        <button type="button" className="earlier" onClick={() => setAll(true)}>
          {hidden} earlier {hidden === 1 ? "turn" : "turns"}
        </button>
      )}
      {turns.slice(hidden).map(({ datapointId, startedAt, messages }, turn) => (
        <div className="stack earlier-turn" key={datapointId}>
          <div className="small muted">
            <TextLink text="Datapoint" to="/datapoints/$id" params={{ id: datapointId }} /> <Time at={startedAt} />
          </div>
          {messages.map((message, index) => (
            <MessageCard
              // oxlint-disable-next-line react/no-array-index-key -- messages have no id and never move
              key={index}
              anchor={`turn-${hidden + turn + 1}-${index + 1}`}
              pointer={`/dialogHistory/turns/${hidden + turn}/messages/${index}`}
              message={message}
              results={results}
              found={found}
            />
          ))}
        </div>
      ))}
      {turns.length > 0 && <p className="muted small">This call</p>}
    </section>
  );
}
