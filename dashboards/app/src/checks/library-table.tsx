import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { checkCostsQuery, checkResultsQuery } from "../api/overview.ts";
import type { Check } from "../api/types.ts";
import { costText, percentText, sentence } from "../ui/format.ts";
import { SeverityMark } from "../ui/marks.tsx";
import { Prose } from "../ui/prose.tsx";
import { OptionsOf } from "./options-of.tsx";

interface Props {
  readonly name: string;
  readonly checks: readonly Check[];
  /** In how many monitors, by the check's name. */
  readonly used: ReadonlyMap<string, number>;
  readonly passed: ReadonlyMap<string, number>;
  /** US dollars for a thousand verdicts. */
  readonly costs: ReadonlyMap<string, number>;
}

/** The checks of one category. */
export function LibraryTable({ name, checks, used, passed, costs }: Props) {
  return (
    <section className="card flush scroll-x">
      <table className="table fixed library">
        <caption className="hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">
              {sentence(name)} · {checks.length}
            </th>
            <th scope="col" style={{ width: 120 }}>
              Kind
            </th>
            <th scope="col" style={{ width: 90 }}>
              Looks at
            </th>
            <th scope="col" style={{ width: 90 }}>
              Severity
            </th>
            <th scope="col" className="right" style={{ width: 80 }}>
              Monitors
            </th>
            <th scope="col" className="right" style={{ width: 92 }}>
              Passed, 7 d
            </th>
            <th scope="col" className="right" style={{ width: 84 }} title="Per thousand verdicts of the last 7 days">
              $ / 1,000
            </th>
            <th scope="col" style={{ width: 100 }}>
              <span className="hidden">Use</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => (
            <tr key={check.name} id={check.name}>
              <td>
                <Link to="/checks/$name" params={{ name: check.name }}>
                  <b>{check.title}</b>
                </Link>{" "}
                <code className="muted">{check.name}</code>
                {check.custom?.off && (
                  <>
                    {" "}
                    <span className="chip warn" title={check.custom.off.because}>
                      Switched off
                    </span>
                  </>
                )}
                <br />
                <span className="muted">
                  <Prose text={check.description} />
                </span>
                <Rule check={check} />
              </td>
              <td>{kindText(check)}</td>
              <td>{check.judges}</td>
              <td>
                <SeverityMark severity={check.severity} />
              </td>
              <td className="right num">{used.get(check.name) ?? <span className="muted">–</span>}</td>
              <td className="right num">
                <PassRate check={check.name} rate={passed.get(check.name)} />
              </td>
              <td className="right num">
                <Cost costUsd={costs.get(check.name)} />
              </td>
              <td className="right">
                <Link
                  to="/monitors/new"
                  search={{ check: check.name }}
                  className="button"
                  aria-label={`Monitor with ${check.title}`}
                >
                  Monitor
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What it costs is told where it is more than a moment of the processor. */
export const kindText = ({ kind, costClass }: Pick<Check, "kind" | "costClass">): string =>
  costClass === "cheap" || costClass === kind ? sentence(kind) : `${sentence(kind)}, ${costClass}`;

/** Where a check failed, its share leads to those calls. */
function PassRate({ check, rate }: { check: string; rate: number | undefined }) {
  if (rate === undefined) return <span className="muted">–</span>;
  if (rate === 1) return percentText(rate);
  return (
    <Link to="/datapoints" search={{ q: `check.${check}:failed`, range: "7d" }}>
      {percentText(rate)}
    </Link>
  );
}

const Cost = ({ costUsd }: { costUsd: number | undefined }) =>
  costUsd === undefined ? <span className="muted">–</span> : costText(costUsd);

/** What a thousand verdicts of the last seven days cost, by the check's name; of checks that a model judged. */
export function useCosts(): ReadonlyMap<string, number> {
  const { data } = useQuery(checkCostsQuery("7d"));
  return new Map((data?.items ?? []).map(({ check, costUsdPer1000 }) => [check, costUsdPer1000]));
}

/** Share of the verdicts of seven days that passed, by the check's name; of checks that decided something. */
export function usePassRates(): ReadonlyMap<string, number> {
  const { data } = useQuery(checkResultsQuery("7d"));
  const rates = [...Map.groupBy(data?.items ?? [], ({ check }) => check)].flatMap(([check, parts]) => {
    const sum = (state: "passed" | "failed") => parts.reduce((all, { states }) => all + (states[state] ?? 0), 0);
    const said = sum("passed") + sum("failed");
    return said === 0 ? [] : [[check, sum("passed") / said] as const];
  });
  return new Map(rates);
}

/** Drawn when it is opened: of two hundred checks hardly any is. */
function Rule({ check }: { check: Check }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Rule and options</summary>
      {open && (
        <>
          <p>
            {check.output.rule} · version {check.version} · {check.mode}
            {check.needs.length > 0 && ` · needs ${check.needs.join(", ").replaceAll("_", " ")}`}
          </p>
          <p className="muted">{check.source}</p>
          <OptionsOf check={check} />
        </>
      )}
    </details>
  );
}
