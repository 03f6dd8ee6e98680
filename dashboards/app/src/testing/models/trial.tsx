import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Dialog } from "../../datapoints/dialog/dialog.tsx";
import { messageOf, predictionMessage } from "../../datapoints/dialog/messages.ts";
import { useAddress, useSetAddress } from "../../platform/address/search.ts";
import { callApi } from "../../platform/api/client.ts";
import { queryOf } from "../../platform/api/query.ts";
import { scenarioSetsQuery } from "../../platform/api/test-queries.ts";
import type { Definition, Json, ModelTrial, NewModel, ScenarioRow, ScenarioSet } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { costText, countOf, durationText, sentence } from "../../platform/ui/format.tsx";
import { Field, SelectField } from "../../platform/ui/forms/field.tsx";
import { useItems, Wrong } from "../../platform/ui/page.tsx";
import { jsonOrText } from "../collect/chosen.ts";
import { jsonText } from "../runs/words.tsx";
import type { Drafted } from "./http-draft.ts";

interface Props {
  readonly type: Definition["type"];
  readonly definition: () => Drafted<NewModel["definition"]>;
  readonly keys: object;
  readonly modelId: string | undefined;
  readonly tried: TriedRow;
}

export function Trial({ type, definition, keys, modelId, tried }: Props) {
  const { sets, set, rowNumber, row, chooseSet, chooseRow } = tried;
  const [typed, setTyped] = useState("");
  const trial = useMutation({
    mutationFn: () => {
      const read = definition();
      if (read.kind === "mistake") throw new Error(read.reason);
      const input = set ? row?.input : jsonOrText(typed);
      const model = modelId === undefined ? {} : { modelId };
      return callApi("POST /models/try", { body: { definition: read.value, input, ...keys, ...model } });
    },
  });
  const isReady = set ? row !== undefined : typed.trim() !== "";
  return (
    <aside className="card stack" aria-label="Try it">
      <div className="line">
        <h2 className="grow">Try it on one row</h2>
        <Button
          text={trial.isPending ? "Calling …" : "Try it"}
          className="primary"
          by={trial}
          disabled={type === "custom" || !isReady}
        />
      </div>
      <div className="line top">
        <SelectField
          grow
          label="Row of"
          value={set?.id ?? ""}
          onChange={chooseSet}
          options={[["", "what I write here"], ...sets.map(({ id, name, rows }) => [id, `${name} (${rows})`] as const)]}
        />
        {set && (
          <label className="field">
            <span className="label">Row, of {set.rows}</span>
            <input
              type="number"
              min={1}
              max={set.rows}
              value={rowNumber}
              onChange={({ target }) => chooseRow(Math.min(set.rows, Math.max(1, target.valueAsNumber || 1)))}
            />
          </label>
        )}
      </div>
      {set ? (
        <p className="cell-text">
          <span className="muted">Input: </span>
          {row ? jsonText(row.input) : "…"}
        </p>
      ) : (
        <Field
          label="Input, text or JSON"
          rows={3}
          value={typed}
          placeholder="Where is my order?"
          onChange={setTyped}
        />
      )}
      {type === "generation" && isReady && (
        <SentMessages definition={definition()} input={set ? row?.input : jsonOrText(typed)} />
      )}
      {type === "custom" && <p className="muted small">Custom code is called by an SDK, not from here.</p>}
      {trial.error && <Wrong error={trial.error} />}
      {trial.data && <Answer trial={trial.data} />}
      <p className="muted small">One call, which your provider counts. Nothing of it is stored.</p>
    </aside>
  );
}

/** Shows the messages that the provider will get, before anything is called. */
function SentMessages({ definition, input }: { definition: Drafted<NewModel["definition"]>; input: unknown }) {
  const body = useDeferredValue(JSON.stringify({ definition, input }));
  const { data } = useQuery({
    queryKey: ["POST /models/messages", body],
    queryFn: () =>
      definition.kind === "mistake"
        ? undefined
        : callApi("POST /models/messages", { body: { definition: definition.value, input } }),
    enabled: definition.kind !== "mistake",
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  const messages = data.messages as readonly { role: string; content?: Json }[];
  return (
    <details>
      <summary>Will be sent as {countOf(messages.length, "message")}</summary>
      <Dialog input={messages.map(messageOf)} output={[]} ending={undefined} />
    </details>
  );
}

function Answer({ trial }: { trial: ModelTrial }) {
  const { prediction, error, errorType, modelInput, durationMs, usage, costUsd, responseModel, finishReason } = trial;
  const requestMessages = Array.isArray(modelInput) ? (modelInput as readonly { role: string; content?: Json }[]) : [];
  return (
    <section className="stack" aria-label="Response" role="status">
      <p className="muted small">
        {durationText(durationMs)}
        {responseModel !== undefined && ` · ${responseModel}`}
        {usage && ` · ${usage.inputTokens ?? "–"} → ${usage.outputTokens ?? "–"} tokens`}
        {costUsd !== undefined && ` · ${costText(costUsd)}`}
      </p>
      {error !== undefined && (
        <div className="note fail">
          <strong>{sentence(errorType ?? "exception")}</strong>
          <span className="plain">{error}</span>
        </div>
      )}
      {(requestMessages.length > 0 || error === undefined) && (
        <Dialog
          input={requestMessages.map(messageOf)}
          output={error === undefined ? [predictionMessage(prediction)] : []}
          ending={finishReason}
        />
      )}
      {trial.exchanges.map(({ method, url, status, body, problem }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they came in this order and never move
        <details key={index} open={error !== undefined || index === trial.exchanges.length - 1}>
          <summary>
            <code>
              {method} {url}
            </code>{" "}
            {status === undefined ? "no answer" : `was answered ${status}`}
          </summary>
          <pre className="wrapped">{problem ?? (body === "" ? "(empty)" : body)}</pre>
        </details>
      ))}
    </section>
  );
}

export interface TriedRow {
  readonly sets: readonly ScenarioSet[];
  readonly set: ScenarioSet | undefined;
  readonly rowNumber: number;
  readonly row: ScenarioRow | undefined;
  readonly error: unknown;
  readonly chooseSet: (id: string) => void;
  readonly chooseRow: (rowNumber: number) => void;
}

/** Returns the row on which a model is tried and whose names templates can use; selected in the address. */
export function useTriedRow(): TriedRow {
  const { scenario, row = "1" } = useAddress();
  const setAddress = useSetAddress();
  const sets = useItems(useInfiniteQuery(scenarioSetsQuery).data) ?? [];
  const set = sets.find(({ id }) => id === scenario);
  const rowNumber = Math.max(1, Math.trunc(Number(row)) || 1);
  const { data, error } = useQuery(
    queryOf(
      "GET /scenario-sets/{id}/rows",
      { path: { id: set?.id ?? "" }, query: { cursor: rowNumber - 1, limit: 1 } },
      { enabled: set !== undefined },
    ),
  );
  const go = (part: { scenario?: string | undefined; row?: string | undefined }) => setAddress(part, true);
  return {
    sets,
    set,
    rowNumber,
    row: data?.items[0],
    error,
    chooseSet: (id) => go({ scenario: id === "" ? undefined : id, row: undefined }),
    chooseRow: (next) => go({ row: next === 1 ? undefined : `${next}` }),
  };
}
