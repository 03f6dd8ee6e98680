import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../datapoints/dialog/dialog.tsx";
import { messageOf, predictionMessage } from "../../datapoints/dialog/messages.ts";
import { callApi } from "../../platform/api/client.ts";
import type { Definition, ModelTrial, NewModel } from "../../platform/api/models.ts";
import type { Json } from "../../platform/api/types.ts";
import { costText, durationText, sentence } from "../../platform/ui/format.ts";
import { Field, SelectField } from "../../platform/ui/forms/field.tsx";
import { Wrong } from "../../platform/ui/states.tsx";
import { jsonOrText } from "../collect/json-or-text.ts";
import { jsonText } from "../runs/words.tsx";
import type { Drafted } from "./mistake.ts";
import type { TriedRow } from "./tried-row.ts";

interface Props {
  readonly type: Definition["type"];
  readonly definition: () => Drafted<NewModel["definition"]>;
  /** Entered keys, and the model whose stored keys apply. */
  readonly keys: object;
  readonly modelId: string | undefined;
  readonly tried: TriedRow;
}

/** Calls the model in the form with one row. Nothing is stored. */
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
        <button
          type="button"
          className="primary"
          disabled={type === "custom" || !isReady || trial.isPending}
          onClick={() => trial.mutate()}
        >
          {trial.isPending ? "Calling …" : "Try it"}
        </button>
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
      {type === "custom" && <p className="muted small">Custom code is called by an SDK, not from here.</p>}
      {trial.error && <Wrong error={trial.error} />}
      {trial.data && <Answer trial={trial.data} />}
      <p className="muted small">One call, which your provider counts. Nothing of it is stored.</p>
    </aside>
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
