import { Dialog } from "../../datapoints/dialog/dialog.tsx";
import { messageOf } from "../../datapoints/dialog/messages.ts";
import { Verdicts } from "../../datapoints/dialog/verdicts.tsx";
import { evidenceOf } from "../../datapoints/facts.tsx";
import type { TestRunRow } from "../../platform/api/types.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { durationText } from "../../platform/ui/format.tsx";
import { Failed } from "../runs/words.tsx";

/** A simulated conversation turn by turn, with each call and its verdicts next to the messages. */
export function ConversationView({ row }: { row: TestRunRow }) {
  const exchanges = exchangesOf(row);
  return (
    <section className="stack" aria-label="Conversation">
      <ol className="conversation">
        {exchanges.map((exchange, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- turns have no id and never move
          <li key={index} className="beside">
            <Dialog
              input={exchange.before.map(messageOf)}
              output={exchange.answer ? [messageOf(exchange.answer)] : []}
              evidence={evidenceOf(exchange.turn?.verdicts ?? [])}
            />
            <TurnFacts exchange={exchange} isLast={index === exchanges.length - 1} />
          </li>
        ))}
      </ol>
      {row.error !== undefined && <Failed row={row} />}
      {row.ended !== undefined && row.error === undefined && (
        <p className="pause">ended: {row.ended.replaceAll("_", " ")}</p>
      )}
    </section>
  );
}

function TurnFacts({ exchange: { turn }, isLast }: { exchange: Exchange; isLast: boolean }) {
  if (!turn) return null;
  const { turn: number, durationMs, datapointId, targetTraceId, verdicts } = turn;
  return (
    <aside className="stack" aria-label={`Turn ${number}`}>
      <p className="line small">
        <b>Turn {number}</b>
        <span className="muted">{durationText(durationMs)}</span>
        <TextLink text="The call" of={`of turn ${number}`} to="/datapoints/$id" params={{ id: datapointId }} />
        {targetTraceId !== undefined && (
          <TextLink
            text="The application's trace"
            of={`of turn ${number}`}
            to="/traces/$traceId"
            params={{ traceId: targetTraceId }}
          />
        )}
      </p>
      {verdicts.length > 0 && (
        <>
          {isLast && <p className="muted small">Of the whole conversation:</p>}
          <Verdicts verdicts={verdicts} open />
        </>
      )}
    </aside>
  );
}

type ConversationMessage = NonNullable<TestRunRow["conversation"]>[number];

/** Messages up to a response, the response, and its call. The last exchange may have no response yet. */
export interface Exchange {
  readonly before: readonly ConversationMessage[];
  readonly answer?: ConversationMessage;
  readonly turn?: NonNullable<TestRunRow["turns"]>[number];
}

/** Splits a conversation into turns: the nth response belongs to the nth call. */
export function exchangesOf({
  conversation = [],
  turns = [],
}: Pick<TestRunRow, "conversation" | "turns">): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  let before: ConversationMessage[] = [];
  for (const message of conversation) {
    if (message.role === "user") before.push(message);
    else {
      const turn = turns[exchanges.length];
      exchanges.push({ before, answer: message, ...(turn ? { turn } : {}) });
      before = [];
    }
  }
  return before.length > 0 ? [...exchanges, { before }] : exchanges;
}
