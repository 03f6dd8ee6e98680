import { Link } from "@tanstack/react-router";
import { VerdictLabels } from "../datapoints/dialog/verdict-labels.tsx";
import type { Evidence, IssueDetail, Verdict } from "../platform/api/types.ts";
import { costText, durationText } from "../platform/ui/format.ts";

interface Props {
  readonly issue: IssueDetail;
  /** The explanation of this occurrence; that of the issue if the occurrence is unknown. */
  readonly explanation: string;
  readonly evidence: readonly Evidence[];
  readonly verdict: Verdict | undefined;
  /** The datapoint's id. */
  readonly of: string;
  readonly onShow: (passage: string) => void;
}

/** Why this is an issue: the check's explanation, its evidence, the judge, and possible actions. */
export function Why({ issue, explanation, evidence, verdict, of, onShow }: Props) {
  return (
    <section className="card why stack" aria-label="Explanation">
      <header className="line">
        <h2>Why it is an issue</h2>
        <span className="grow" />
        {verdict && <VerdictLabels check={verdict.check} state={verdict.state} of={of} />}
      </header>
      <p className="reason">{explanation}</p>
      {evidence.slice(0, 4).map(({ text, start, target }) => (
        <blockquote key={`${target} ${start}`}>
          <q>{text.slice(0, 300)}</q>
          <button type="button" className="link small" onClick={() => onShow(text)}>
            Show in the {target.replaceAll("_", " ")}
          </button>
        </blockquote>
      ))}
      {issue.advice && (
        <p>
          <b>{issue.advice.acts === "you" ? "What you can do" : "The provider acts"}:</b> {issue.advice.remedy}
        </p>
      )}
      <p className="small muted">
        Found by{" "}
        <Link to="/checks/$name" params={{ name: issue.check }} className="mono">
          {issue.check}
        </Link>
        {verdict && verdictText(verdict)}
      </p>
    </section>
  );
}

function verdictText({ version, value, label, model, durationMs, costUsd }: Verdict): string {
  const score = typeof value === "number" ? [`score ${value.toFixed(2)}`] : [];
  const judged = model === undefined ? [] : [`judged by ${model} in ${durationText(durationMs)}`];
  return [
    "",
    `version ${version}`,
    ...score,
    ...(label === undefined ? [] : [label]),
    ...judged,
    ...(costUsd === undefined ? [] : [costText(costUsd)]),
  ].join(" · ");
}
