import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { ForMembers } from "../../accounts/sign-in/for-members.tsx";
import { countText } from "../../platform/ui/format.ts";
import type { Selection } from "../../platform/ui/selection.ts";
import { AddToScenario } from "./add-to-scenario.tsx";
import type { Chosen } from "./chosen.ts";
import { exportChosen } from "./export-chosen.ts";

const RunCheckForm = lazy(async () => ({ default: (await import("./run-check-form.tsx")).RunCheckForm }));

interface Props {
  readonly selection: Selection;
  /** In the order of the list. */
  readonly ids: readonly string[];
  readonly q: string;
  readonly range: string;
  /** Total number of matches, if it was counted. */
  readonly matching: number | undefined;
}

/** Offers actions on the selected rows, or on all that match. */
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
        <button type="button" className="link" onClick={selection.chooseEverything}>
          Select all {matching === undefined ? "that match" : countText(matching)}
        </button>
      )}
      <AddToScenario chosen={chosen} name="" />
      <ForMembers>
        <button type="button" onClick={() => setRunning(true)}>
          Run checks
        </button>
      </ForMembers>
      <button type="button" disabled={saved.isPending} onClick={() => saved.mutate()}>
        {saved.isPending ? "Exporting …" : "Export"}
      </button>
      {!selection.isEverything && named.length === 2 && (
        <Link to="/datapoints/compare" search={{ a: one, b: other }} className="button">
          Compare
        </Link>
      )}
      {saved.error && <span className="mistake">{saved.error.message}</span>}
      <span className="grow" />
      <button type="button" className="quiet" onClick={selection.clear}>
        Clear
      </button>
      {isRunning && (
        <Suspense>
          <RunCheckForm chosen={chosen} onClose={() => setRunning(false)} />
        </Suspense>
      )}
    </>
  );
}
