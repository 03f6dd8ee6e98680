import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../platform/api/client.ts";
import type { CheckDefinition, CheckTrial } from "../platform/api/types.ts";
import { VerdictBadge } from "../platform/ui/badges.tsx";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { Wrong } from "../platform/ui/page.tsx";
import type { CodeMistake } from "./code-editor.tsx";

interface Props {
  readonly definition: CheckDefinition;
  readonly against?: { readonly name: string; readonly number: number };
  /** The datapoint that the check is based on; it is tested first. */
  readonly example?: string;
  readonly onMistakes: (mistakes: readonly CodeMistake[]) => void;
}

/** Runs the draft on recent datapoints, compared with the saved version if there is one. Nothing is stored. */
export function LiveTest({ definition, against, example, onMistakes }: Props) {
  const [q, setQ] = useState("");
  const test = useMutation({
    mutationFn: (ids: readonly string[] | undefined) =>
      callApi("POST /checks/dry-run", {
        body: { definition, q, limit: 20, ...(ids ? { datapointIds: ids } : {}), ...(against ? { against } : {}) },
      }),
    onSuccess: ({ items }) =>
      onMistakes(
        items
          .slice(0, 1)
          .flatMap(({ verdict, line, column }) =>
            line === undefined ? [] : [{ message: verdict.reason ?? "", line, column }],
          ),
      ),
  });
  const { data } = test;
  return (
    <aside className="card stack" aria-label="Live test">
      <div className="line">
        <h2 className="grow">Live test</h2>
        {example !== undefined && (
          <Button text="Test on the example" onClick={() => test.mutate([example])} disabled={test.isPending} />
        )}
        <Button
          text={test.isPending ? "Testing …" : "Test on recent datapoints"}
          onClick={() => test.mutate(undefined)}
          disabled={test.isPending}
        />
      </div>
      <input
        aria-label="Which datapoints"
        placeholder="the 20 newest of the week; or for example input:refund"
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      {test.error && <Wrong error={test.error} />}
      {data?.items.length === 0 && <p className="muted">No datapoint of the last week matches.</p>}
      {data && data.items.length > 0 && <Summary trial={data} isCompared={against !== undefined} />}
      {data?.items.map((item) => (
        <Tried key={item.datapoint.id} item={item} />
      ))}
      <p className="muted small">
        Code runs in a sandbox: 100 ms of CPU, 32 MB, no network, no files, no state between calls. The clock is frozen,
        so the same datapoint gets the same verdict.
      </p>
    </aside>
  );
}

function Summary({ trial, isCompared }: { trial: CheckTrial; isCompared: boolean }) {
  const { passed, failed, skipped, broken, flips, agreement } = trial;
  return (
    <p role="status">
      <b className="num">{passed}</b> passed · <b className="num">{failed}</b> failed · <b className="num">{skipped}</b>{" "}
      skipped · <b className="num">{broken}</b> broken
      {isCompared && (
        <>
          {" "}
          · <b className="num">{flips}</b> {flips === 1 ? "flips" : "flip"} against the saved version
        </>
      )}
      {agreement.labels > 0 && (
        <>
          {" "}
          · agrees with <b className="num">{agreement.agreed}</b> of {agreement.labels} labels
        </>
      )}
    </p>
  );
}

function Tried({ item }: { item: CheckTrial["items"][number] }) {
  const { datapoint, verdict, logs, against, flips } = item;
  return (
    <div className={`verdict ${verdict.state}`}>
      <div className="line">
        <VerdictBadge state={verdict.state} />
        {flips && against && <span className="chip warn">was {against.verdict.state}</span>}
        {verdict.label !== undefined && <code>{verdict.label}</code>}
        {typeof verdict.value === "number" && <span className="num">{verdict.value}</span>}
        <TextLink
          text={datapoint.outputPreview || datapoint.inputPreview || datapoint.id}
          to="/datapoints/$id"
          params={{ id: datapoint.id }}
          className="cut grow"
        />
      </div>
      <p className="small">{verdict.reason ?? verdict.explanation}</p>
      {verdict.evidence.slice(0, 2).map(({ text, start }) => (
        <q key={start} className="small">
          {text.slice(0, 200)}
        </q>
      ))}
      {logs.length > 0 && <pre className="small">{logs.join("\n")}</pre>}
    </div>
  );
}
