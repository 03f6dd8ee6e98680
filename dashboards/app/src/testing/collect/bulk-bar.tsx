import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { ForMembers } from "../../accounts/sign-in/roles.tsx";
import { send } from "../../platform/api/client.ts";
import { saveAs } from "../../platform/api/download.ts";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { countText } from "../../platform/ui/format.tsx";
import type { Selection } from "../../platform/ui/selection.tsx";
import { rangeOf } from "../../platform/ui/time/range.ts";
import { AddToScenario } from "./add-to-scenario.tsx";
import type { Chosen } from "./chosen.ts";

const RunCheckForm = lazy(async () => ({ default: (await import("./run-check-form.tsx")).RunCheckForm }));

interface Props {
  readonly selection: Selection;
  readonly ids: readonly string[];
  readonly q: string;
  readonly range: string;
  /** Total number of matches, if it was counted. */
  readonly matching: number | undefined;
}

export function BulkBar({ selection, ids, q, range, matching }: Props) {
  const [isRunning, setRunning] = useState(false);
  const named = ids.filter((id) => selection.ids.has(id));
  const chosen: Exclude<Chosen, { kind: "issue" }> = selection.isEverything
    ? { kind: "matching", q, range, count: matching }
    : { kind: "named", ids: named };
  const saved = useMutation({ mutationFn: () => exportChosen(chosen) });
  const [one, other] = named;
  return (
    <>
      <span className="num" role="status">
        <b>{countText(selection.isEverything ? (matching ?? named.length) : named.length)}</b> selected
      </span>
      {!selection.isEverything && (
        <Button
          text={`Select all ${matching === undefined ? "that match" : countText(matching)}`}
          className="link"
          onClick={selection.chooseEverything}
        />
      )}
      <AddToScenario chosen={chosen} name="" />
      <ForMembers>
        <Button text="Run checks" onClick={() => setRunning(true)} />
      </ForMembers>
      <Button text={saved.isPending ? "Exporting …" : "Export"} by={saved} />
      {!selection.isEverything && named.length === 2 && (
        <TextLink text="Compare" to="/datapoints/compare" search={{ a: one, b: other }} className="button" />
      )}
      {saved.error && <span className="mistake">{saved.error.message}</span>}
      <span className="grow" />
      <Button text="Clear" className="quiet" onClick={selection.clear} />
      {isRunning && (
        <Suspense>
          <RunCheckForm chosen={chosen} onClose={() => setRunning(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Saves the selected datapoints in full as JSON lines, in the order of the list. */
async function exportChosen(chosen: Exclude<Chosen, { kind: "issue" }>): Promise<void> {
  const answer = await (chosen.kind === "named"
    ? send("POST /datapoints/export", { body: { datapointIds: chosen.ids } })
    : send("GET /datapoints/export", {
        query: { q: chosen.q, ...rangeOf(chosen.range, Date.now()), format: "jsonl", content: "whole" },
      }));
  saveAs(await answer.blob(), "datapoints.jsonl");
}
