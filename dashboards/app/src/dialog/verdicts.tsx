import type { Verdict } from "../api/types.ts";
import { VerdictMark } from "../ui/marks.tsx";

/** What the checks said, failures first; what passed or was skipped is one line each. */
export function Verdicts({ verdicts, open = false }: { verdicts: readonly Verdict[]; open?: boolean }) {
  if (verdicts.length === 0) return <p className="muted">No monitor asked for a check of this datapoint.</p>;
  const telling = verdicts.filter(({ state }) => state === "failed" || state === "broken");
  const rest = verdicts.filter(({ state }) => state !== "failed" && state !== "broken");
  return (
    <div className="stack">
      {telling.map((verdict) => (
        <VerdictCard key={`${verdict.check} ${verdict.version}`} verdict={verdict} />
      ))}
      {rest.length > 0 && (
        <details open={open}>
          <summary>
            {rest.length} {rest.length === 1 ? "check" : "checks"} without a finding
          </summary>
          <dl className="facts" style={{ marginTop: 8 }}>
            {rest.map(({ check, version, state, explanation, because }) => (
              <div key={`${check} ${version}`} style={{ display: "contents" }}>
                <dt>
                  <VerdictMark state={state} />
                </dt>
                <dd>
                  <code>{check}</code> <span className="muted">{because ?? explanation}</span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

function VerdictCard({
  verdict: { check, version, state, value, explanation, because, evidence },
}: {
  verdict: Verdict;
}) {
  return (
    <div className={`verdict ${state}`}>
      <div className="line">
        <VerdictMark state={state} />
        <code>
          <b>{check}</b>
        </code>
        <span className="muted small">
          v{version}
          {value !== undefined && ` · ${typeof value === "number" ? value.toFixed(2) : value}`}
        </span>
      </div>
      <p>{because ?? explanation}</p>
      {evidence.slice(0, 3).map(({ text, start }) => (
        <q key={start} className="small">
          {text.slice(0, 200)}
        </q>
      ))}
    </div>
  );
}
