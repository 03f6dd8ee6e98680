import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { NoDatapoints } from "../datapoints/list/none.tsx";
import { useAddress, useSetAddress } from "../platform/address/search.ts";
import { checkResultsQuery, latenciesQuery, usageQuery } from "../platform/api/queries.ts";
import { costText, durationText } from "../platform/ui/format.tsx";
import { Select } from "../platform/ui/forms/field.tsx";
import { Section, Wrong } from "../platform/ui/page.tsx";
import type { Diagnostic } from "../platform/ui/query/query-language.ts";
import { QueryBar } from "../platform/ui/query/search-box.tsx";
import { TestRunsToggle } from "../platform/ui/test-runs-toggle.tsx";
import { absoluteRange, usualRange } from "../platform/ui/time/range.ts";
import { RangeSelect } from "../platform/ui/time/range-select.tsx";
import { useZone } from "../platform/ui/time/zone.ts";
import { CheckMatrix } from "./check-matrix.tsx";
import { type HeatCell, HeatMap } from "./heat-map.tsx";
import { percentText, shortCount, splits } from "./measures.ts";
import { byGroup, errorRateByGroup, latency, rates, tokens, volume } from "./prepare.ts";
import { DashboardTabs } from "./tabs.tsx";
import { Tile } from "./tile.tsx";

export function DashboardsPage() {
  const { q = "", range = usualRange, by = "model" } = useAddress();
  useZone();
  const navigate = useNavigate({ from: "/dashboards" });
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const scope = { q, range };
  const usage = useQuery(usageQuery(scope));
  const split = useQuery(usageQuery({ ...scope, by, buckets: 48 }));
  const latencies = useQuery(latenciesQuery(scope));
  const checks = useQuery(checkResultsQuery(range));
  const change = useSetAddress();
  const onRange = ([from, to]: readonly [number, number]) => change({ range: absoluteRange(from, to) });
  const openCell = ({ from, to, leastMs, mostMs }: HeatCell) =>
    void navigate({
      to: "/datapoints",
      search: {
        q: `${q} latency:>=${Math.floor(leastMs)}ms latency:<${Math.ceil(mostMs)}ms`.trim(),
        range: absoluteRange(from, to),
      },
    });
  const shared = { onRange, open: { q, range } };
  const isEmpty = usage.data?.groups.every(({ calls }) => calls.every((count) => count === 0)) ?? false;
  const groups = split.data?.groupCount;
  const and = (filter: string) => ({ q: `${q} ${filter}`.trim(), range });
  return (
    <>
      <QueryBar
        title="Dashboards"
        q={q}
        fields="datapoints"
        label="Filter what the charts count"
        placeholder="env:production model:gpt-4o"
        problems={problems}
        onProblems={setProblems}
        onChange={change}
      >
        <label className="line small muted">
          Split by
          <Select style={{ width: "auto" }} value={by} onChange={(by) => change({ by })} options={splits} />
        </label>
        <TestRunsToggle q={q} onChange={(text) => change({ q: text })} />
        <RangeSelect value={range} onChange={(chosen) => change({ range: chosen ?? "" })} />
      </QueryBar>
      <DashboardTabs />
      {isEmpty ? (
        <NoDatapoints q={q} range={range} onChange={change} />
      ) : (
        <div className="page-body">
          <div className="charts">
            <Tile title="Calls" query={usage} prepare={volume} kind="bars" text={shortCount} {...shared} />
            <Tile
              title="Rates"
              query={usage}
              prepare={rates}
              kind="lines"
              text={percentText}
              onRange={onRange}
              open={and("is:error")}
            />
            <Tile title="Latency" query={usage} prepare={latency} kind="lines" text={durationText} {...shared} />
            <section className="card" aria-label="Latency, call by call">
              {latencies.error && <Wrong error={latencies.error} />}
              {!latencies.data && !latencies.error && <div className="skeleton pulse" style={{ height: 200 }} />}
              {latencies.data && !latencies.error && <HeatMap latencies={latencies.data} onCell={openCell} />}
            </section>
            <Tile title="Tokens" query={usage} prepare={tokens} kind="bars" text={shortCount} {...shared} />
            <Tile
              key={`cost ${by}`}
              title={`Cost by ${by}`}
              query={split}
              prepare={(data) => byGroup(data, ({ costUsd }) => costUsd)}
              kind="bars"
              text={costText}
              of={groups}
              onRange={onRange}
              open={and("has:cost")}
            />
            <Tile
              key={`calls ${by}`}
              title={`Calls by ${by}`}
              query={split}
              prepare={(data) => byGroup(data, ({ calls }) => calls)}
              kind="bars"
              text={shortCount}
              of={groups}
              {...shared}
            />
            <Tile
              key={`errors ${by}`}
              title={`Failed calls by ${by}`}
              query={split}
              prepare={errorRateByGroup}
              kind="lines"
              text={percentText}
              of={groups}
              onRange={onRange}
              open={and("is:error")}
            />
          </div>
          <div style={{ marginTop: 16 }}>
            <Section title="Passed checks, of all calls">
              {checks.error && <Wrong error={checks.error} />}
              {!checks.data && !checks.error && <div className="skeleton pulse" style={{ height: 120 }} />}
              {checks.data && !checks.error && <CheckMatrix results={checks.data} />}
            </Section>
          </div>
        </div>
      )}
    </>
  );
}
