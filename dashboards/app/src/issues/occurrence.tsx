import { Link } from "@tanstack/react-router";
import type { Datapoint, IssueDetail, Occurrence } from "../api/types.ts";
import { evidenceOf, FactsLine } from "../datapoints/facts.tsx";
import { DatapointDialog } from "../dialog/dialog.tsx";
import { Verdicts } from "../dialog/verdicts.tsx";

interface Props {
  readonly issue: IssueDetail;
  readonly occurrence: Occurrence | undefined;
  readonly datapoint: Datapoint;
}

/** One flagged datapoint: why it was flagged, which checks failed, and the dialog that led to it. */
export function OccurrenceView({ issue, occurrence, datapoint }: Props) {
  const own = datapoint.verdicts.filter(({ check }) => check === issue.check);
  const others = datapoint.verdicts.filter(({ check, state }) => check !== issue.check && state === "failed");
  const told = occurrence?.evidence ?? [];
  const evidence = told.length > 0 ? told : evidenceOf(own);
  return (
    <>
      <section className="card stack" aria-label="Explanation">
        <h2>Why it is an issue</h2>
        <p>{occurrence?.explanation ?? issue.explanation}</p>
        {evidence.slice(0, 3).map(({ text, start, target }) => (
          <p key={`${target} ${start}`} className="small">
            <span className="muted">{target.replaceAll("_", " ")}:</span> <q>{text.slice(0, 300)}</q>
          </p>
        ))}
      </section>
      <section className="stack" aria-label="Failing checks">
        <h2>Failing checks</h2>
        <Verdicts verdicts={[...own, ...others]} of={datapoint.id} />
      </section>
      <section className="stack" aria-label="Dialog">
        <div className="line">
          <h2>Dialog</h2>
          <span className="grow" />
          <Link to="/checks/new" search={{ example: datapoint.id, issue: `${issue.number}` }} className="button">
            Create check from this
          </Link>
          <Link to="/datapoints/$id" params={{ id: datapoint.id }} className="button">
            Open datapoint
          </Link>
        </div>
        <FactsLine datapoint={datapoint} />
        <DatapointDialog key={datapoint.id} datapoint={datapoint} evidence={evidence} />
      </section>
    </>
  );
}
