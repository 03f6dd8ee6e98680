import { useQuery } from "@tanstack/react-query";
import { Sparkline } from "../../dashboards/charts/sparkline.tsx";
import type { Usage } from "../../platform/api/types.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { costText, countText, durationText, percentText } from "../../platform/ui/format.tsx";
import { inUse } from "../../platform/ui/forms/in-use.ts";
import { Wrong } from "../../platform/ui/page.tsx";
import { todayQuery } from "./home-queries.ts";

const hoursADay = 24;

export const useToday = () => useQuery({ ...todayQuery(Date.now()), refetchInterval: 60_000 });

export function Today() {
  const { data, error, isPending } = useToday();
  const group = data?.groups[0] ?? nothingYet;
  const range = "24h";
  const orPlaceholder = (text: TileProps["text"]) => (isPending ? () => "…" : text);
  if (error && !data) return <Wrong error={error} />;
  return (
    <section className="tiles" aria-label="Last 24 hours, compared with the 24 before" aria-busy={isPending}>
      <Tile name="Datapoints" values={group.calls} text={orPlaceholder(countText)} search={{ q: inUse, range }} />
      <Tile
        name="Failed calls"
        values={group.errors}
        over={group.calls}
        text={orPlaceholder(percentText)}
        search={{ q: `is:error ${inUse}`, range }}
        lessIsBetter
      />
      <Tile
        name="Failing checks"
        values={group.failing ?? []}
        over={group.calls}
        text={orPlaceholder(percentText)}
        search={{ q: `has:issue status:ok ${inUse}`, range }}
        lessIsBetter
      />
      <Tile
        name="p95 latency"
        values={group.latencyP95Ms}
        how="middle"
        text={orPlaceholder(durationText)}
        search={{ q: inUse, range, order: "slowest" }}
        lessIsBetter
      />
      <Tile
        name="Cost"
        values={group.costUsd}
        text={orPlaceholder(costText)}
        search={{ q: inUse, range, order: "costliest" }}
      />
    </section>
  );
}

/** Placeholders with the length of the expected data. */
const hours: number[] = Array.from({ length: 2 * hoursADay }, () => 0);
const nothingYet = {
  calls: hours,
  errors: hours,
  failing: hours,
  latencyP95Ms: hours.map(() => null),
  costUsd: hours.map(() => null),
};

type Values = Usage["groups"][number]["costUsd"];

interface TileProps {
  readonly name: string;
  readonly values: Values;
  readonly over?: readonly number[];
  /** `middle` shows the median of the hours, for values whose sum is meaningless; the default is their sum. */
  readonly how?: "middle";
  readonly text: (value: number) => string;
  readonly search: { readonly q?: string; readonly range: string; readonly order?: string };
  readonly lessIsBetter?: boolean;
}

function Tile({ name, values, over, how, text, search, lessIsBetter = false }: TileProps) {
  const halves = [values.slice(-hoursADay), values.slice(0, -hoursADay)] as const;
  const wholes = over && ([over.slice(-hoursADay), over.slice(0, -hoursADay)] as const);
  const metric = (half: 0 | 1) =>
    how === "middle" ? middleOf(halves[half]) : shareOf(sumOf(halves[half]), wholes && sumOf(wholes[half]));
  const [now, before] = [metric(0), metric(1)];
  return (
    <div className="card tile">
      <TextLink text={name} to="/datapoints" search={search} />
      <b className="num">{now === undefined ? "–" : text(now)}</b>
      <Sparkline values={halves[0].map((value) => value ?? 0)} label={`${name}, hour by hour`} />
      <small className="muted">
        <Change now={now} before={before} lessIsBetter={lessIsBetter} />{" "}
        {before === undefined ? "nothing yesterday" : `yesterday ${text(before)}`}
      </small>
    </div>
  );
}

function Change({
  now,
  before,
  lessIsBetter,
}: {
  now: number | undefined;
  before: number | undefined;
  lessIsBetter: boolean;
}) {
  if (now === undefined || before === undefined || before === 0 || now === before) return null;
  const change = (now - before) / before;
  if (Math.abs(change) < 0.01) return <span>±0 %</span>;
  const isWorse = lessIsBetter && change > 0.1;
  return (
    <span className={isWorse ? "st fail" : ""}>
      {change > 0 ? "▲" : "▼"} {Math.abs(change * 100).toFixed(0)} %
    </span>
  );
}

const sumOf = (values: Values): number | undefined => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
};

const shareOf = (part: number | undefined, whole: number | undefined) =>
  whole === undefined ? part : whole === 0 ? undefined : (part ?? 0) / whole;

function middleOf(values: Values): number | undefined {
  const known = values.filter((value) => value !== null).sort((left, right) => left - right);
  return known[Math.floor(known.length / 2)];
}
