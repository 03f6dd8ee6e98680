import type { Verdict } from "../../platform/api/types.ts";
import { VerdictBadge } from "../../platform/ui/badges.tsx";
import { VerdictLabels } from "./verdict-labels.tsx";

interface Props {
  readonly verdicts: readonly Verdict[];
  /** Id of the datapoint, if people may label its verdicts. */
  readonly of?: string;
  readonly open?: boolean;
}

export function Verdicts({ verdicts, of, open = false }: Props) {
  if (verdicts.length === 0) return <p className="muted">No monitor requested a check of this datapoint.</p>;
  const telling = verdicts.filter(({ state }) => state === "failed" || state === "broken");
  const rest = verdicts.filter(({ state }) => state !== "failed" && state !== "broken");
  return (
    <div className="stack">
      {telling.map((verdict) => (
        <VerdictCard key={`${verdict.check} ${verdict.version}`} verdict={verdict} of={of} />
      ))}
      {rest.length > 0 && (
        <details open={open}>
          <summary>
            {rest.length} {rest.length === 1 ? "check" : "checks"} without a finding
          </summary>
          <dl className="facts" style={{ marginTop: 8 }}>
            {rest.map(({ check, version, state, explanation, reason }) => (
              <div key={`${check} ${version}`} style={{ display: "contents" }}>
                <dt>
                  <VerdictBadge state={state} />
                </dt>
                <dd className={of === undefined ? "" : "with-label"}>
                  <span>
                    <code>{check}</code> <span className="muted">{reason ?? explanation}</span>
                  </span>
                  {of !== undefined && <VerdictLabels check={check} state={state} of={of} />}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

function VerdictCard({ verdict, of }: { verdict: Verdict; of: string | undefined }) {
  const { check, version, state, value, explanation, reason, evidence } = verdict;
  return (
    <div className={`verdict ${state}`}>
      <div className="line">
        <VerdictBadge state={state} />
        <code>
          <b>{check}</b>
        </code>
        <span className="muted small">
          v{version}
          {value !== undefined && ` · ${typeof value === "number" ? value.toFixed(2) : value}`}
        </span>
        {of !== undefined && (
          <>
            <span className="grow" />
            <VerdictLabels check={check} state={state} of={of} />
          </>
        )}
      </div>
      <p>{reason ?? explanation}</p>
      {evidence.slice(0, 3).map(({ text, start }) => (
        <q key={start} className="small">
          {text.slice(0, 200)}
        </q>
      ))}
    </div>
  );
}
