import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Search } from "../platform/address/search.ts";
import { checkCostsQuery, checkResultsQuery } from "../platform/api/queries.ts";
import type { Check, CheckResults } from "../platform/api/types.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { column, ListTable, type TableColumn } from "../platform/list/list-table.tsx";
import { unfoldedAfter } from "../platform/list/use-cell-actions.tsx";
import type { CurrentCell } from "../platform/list/use-list.ts";
import { SeverityBadge } from "../platform/ui/badges.tsx";
import { TextLink } from "../platform/ui/button.tsx";
import { costText, percentText, sentence } from "../platform/ui/format.tsx";
import { Prose } from "../platform/ui/prose.tsx";
import { OptionsOf } from "./option-fields.tsx";

export const checkKind: RowKind<Check> = {
  idOf: ({ name }) => name,
  pageOf: ({ name }) => ({ page: "checks", key: name }),
};

interface CheckStatistics {
  readonly used: ReadonlyMap<string, number>;
  readonly passed: ReadonlyMap<string, number>;
  readonly costs: ReadonlyMap<string, number>;
}

export function libraryColumns({ used, passed, costs }: CheckStatistics): readonly TableColumn<Check>[] {
  return [
    column(
      "check",
      "Check",
      (check) => (
        <>
          <Link to="/checks/$name" params={{ name: check.name }}>
            <b>{check.title}</b>
          </Link>{" "}
          <code className="muted">{check.name}</code>
          {check.custom?.off && (
            <>
              {" "}
              <span className="chip warn" title={check.custom.off.reason}>
                Switched off
              </span>
            </>
          )}
          <br />
          <span className="muted">
            <Prose text={check.description} />
          </span>
          <br />
          <TextLink
            text="Rule and options"
            of={`of ${check.title}`}
            to="/checks"
            search={(before: Search) => ({ ...before, unfolded: unfoldedAfter(before.unfolded, check.name) })}
            replace
            preload={false}
            className="small"
          />
        </>
      ),
      {
        text: ({ title, name, description }) => `${title} ${name}\n${description}`,
        clauses: ({ category }) => is("category", category),
      },
    ),
    column("kind", "Kind", kindText, { from: 1280, width: 120, clauses: ({ kind }) => is("kind", kind) }),
    column("judges", "Evaluates", ({ judges }) => judges, {
      width: 90,
      from: 1440,
      clauses: ({ judges }) => is("looks_at", judges),
    }),
    column("severity", "Severity", ({ severity }) => <SeverityBadge severity={severity} />, {
      width: 90,
      clauses: ({ severity }) => is("severity", severity),
    }),
    column("monitors", "Monitors", ({ name }) => used.get(name) ?? <span className="muted">–</span>, {
      width: 80,
      isNumber: true,
    }),
    column("passed", "Passed, 7 d", ({ name }) => <PassRate check={name} rate={passed.get(name)} />, {
      width: 92,
      isNumber: true,
    }),
    column("cost", "$ / 1,000", ({ name }) => <Cost costUsd={costs.get(name)} />, {
      from: 1280,
      width: 84,
      isNumber: true,
      hint: "Per thousand verdicts of the last 7 days",
    }),
    column(
      "use",
      "Use",
      ({ name, title }) => (
        <TextLink
          text="Monitor"
          to="/monitors/new"
          search={{ check: name }}
          className="button"
          aria-label={`Monitor with ${title}`}
        />
      ),
      { width: 100, isUntitled: true, isControl: true, className: "right" },
    ),
  ];
}

interface Props {
  readonly category: string;
  readonly checks?: readonly Check[];
  readonly columns: readonly TableColumn<Check>[];
  readonly current?: CurrentCell | undefined;
  readonly unfolded: ReadonlySet<string>;
}

export function LibraryTable({ category, checks, columns, current, unfolded }: Props) {
  const titled = useMemo(
    () =>
      columns.map((column) =>
        column.name === "check"
          ? { ...column, title: checks ? `${sentence(category)} · ${checks.length}` : sentence(category) }
          : column,
      ),
    [columns, category, checks],
  );
  return (
    <section className="card flush">
      <ListTable
        label={category}
        className="library"
        kind={checkKind}
        columns={titled}
        rows={checks ?? none}
        isAwaited={!checks}
        rowPx={96}
        current={current}
        unfolded={unfolded}
        whole={rule}
      />
    </section>
  );
}

const none: readonly Check[] = [];

const rule = (check: Check) => <Rule check={check} />;

/** Returns the kind of a check, with its cost class where the check costs more than a moment of CPU. */
export const kindText = ({ kind, costClass }: Pick<Check, "kind" | "costClass">): string =>
  costClass === "cheap" || costClass === kind ? sentence(kind) : `${sentence(kind)}, ${costClass}`;

function PassRate({ check, rate }: { check: string; rate: number | undefined }) {
  if (rate === undefined) return <span className="muted">–</span>;
  if (rate === 1) return percentText(rate);
  return <TextLink text={percentText(rate)} to="/datapoints" search={{ q: `check.${check}:failed`, range: "7d" }} />;
}

const Cost = ({ costUsd }: { costUsd: number | undefined }) =>
  costUsd === undefined ? <span className="muted">–</span> : costText(costUsd);

/** Returns the cost of a thousand verdicts in the last seven days, by name of the checks that a model judged. */
export function useCosts(): ReadonlyMap<string, number> {
  const { data } = useQuery(checkCostsQuery("7d"));
  return useMemo(
    () => new Map((data?.items ?? []).map(({ check, costUsdPer1000 }) => [check, costUsdPer1000])),
    [data],
  );
}

/** Returns the share of passed verdicts in the last seven days, by name of the checks that decided any. */
export function usePassRates(): ReadonlyMap<string, number> {
  const { data } = useQuery(checkResultsQuery("7d"));
  return useMemo(() => passRates(data?.items ?? []), [data]);
}

function passRates(items: CheckResults["items"]): ReadonlyMap<string, number> {
  const rates = [...Map.groupBy(items, ({ check }) => check)].flatMap(([check, parts]) => {
    const sum = (state: "passed" | "failed") => parts.reduce((all, { states }) => all + (states[state] ?? 0), 0);
    const decided = sum("passed") + sum("failed");
    return decided === 0 ? [] : [[check, sum("passed") / decided] as const];
  });
  return new Map(rates);
}

const Rule = ({ check }: { check: Check }) => (
  <div className="small">
    <p>
      {check.output.rule} · version {check.version} · {check.mode}
      {check.needs.length > 0 && ` · needs ${check.needs.join(", ").replaceAll("_", " ")}`}
    </p>
    <p className="muted">{check.source}</p>
    <OptionsOf check={check} />
  </div>
);
