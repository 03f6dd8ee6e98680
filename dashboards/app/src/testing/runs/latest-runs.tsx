import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { testRunsQuery } from "../../platform/api/test-queries.ts";
import type { TestRun } from "../../platform/api/types.ts";
import type { RowKind } from "../../platform/list/column.ts";
import { column, type TableColumn, TableList } from "../../platform/list/list-table.tsx";
import { useList } from "../../platform/list/use-list.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { percentText, Time } from "../../platform/ui/format.tsx";
import { Section } from "../../platform/ui/page.tsx";
import { passRate, RunState } from "./words.tsx";

const mostShown = 10;

export function LatestRuns({ of }: { of: { readonly scenarioId?: string; readonly modelId?: string } }) {
  const { data, error } = useInfiniteQuery(testRunsQuery(of));
  const rows = useMemo(() => data?.pages[0]?.items.slice(0, mostShown), [data]);
  return (
    <Section title="Latest test runs">
      <TableList
        list={useList({ kind, rows, columns, unfolds: false, isSecondary: true })}
        label="Newest runs"
        error={error}
        none={<p className="muted">None yet.</p>}
        toCome={3}
      />
    </Section>
  );
}

const kind: RowKind<TestRun> = { idOf: ({ id }) => id, pageOf: ({ id }) => ({ page: "test-runs", key: id }) };

const columns: readonly TableColumn<TestRun>[] = [
  column("run", "Run", ({ id, name }) => <TextLink text={name} to="/test-runs/$id" params={{ id }} />, {
    text: ({ name }) => name,
  }),
  column("state", "State", (run) => <RunState run={run} />),
  {
    name: "passed",
    title: "Checks passed",
    isNumber: true,
    cell(run) {
      const rate = passRate(run);
      return rate === undefined ? "–" : percentText(rate);
    },
  },
  column("started", "Started", ({ createdAt }) => <Time at={createdAt} />, {
    className: "muted",
    text: ({ createdAt }) => createdAt,
  }),
];
