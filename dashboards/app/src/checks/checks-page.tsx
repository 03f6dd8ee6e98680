import { useQuery } from "@tanstack/react-query";
import { memo, useDeferredValue, useMemo } from "react";
import { type Search, useAddress, useSetAddress } from "../platform/address/search.ts";
import { checksQuery, monitorsQuery } from "../platform/api/queries.ts";
import type { Check, Monitor } from "../platform/api/types.ts";
import { ListArea } from "../platform/list/list-area.tsx";
import type { TableColumn } from "../platform/list/list-table.tsx";
import { type CurrentCell, useList } from "../platform/list/use-list.ts";
import { TextLink } from "../platform/ui/button.tsx";
import { Select } from "../platform/ui/forms/field.tsx";
import { Icon } from "../platform/ui/icon.tsx";
import { Blank, useTitle, Wrong } from "../platform/ui/page.tsx";
import { ScrollRegion } from "../platform/ui/table.tsx";
import { MatchCount, WithoutParts } from "../platform/ui/without-parts.tsx";
import { checkKind, LibraryTable, libraryColumns, useCosts, usePassRates } from "./library-table.tsx";

export function ChecksPage() {
  useTitle("Checks");
  const { q = "", state = "" } = useAddress();
  const setAddress = useSetAddress();
  const { data, error } = useQuery(checksQuery);
  const monitors = useQuery(monitorsQuery);
  const library = data?.items;
  const watching = monitors.data?.items;
  const used = useMemo(() => useOf(watching ?? []), [watching]);
  const found = useMemo(() => foundIn(library ?? [], { q, state, used }), [library, q, state, used]);
  return (
    <>
      <div className="bar">
        <h1>Checks</h1>
        <div className="search">
          <div className="box">
            <Icon name="search" />
            <input
              type="search"
              aria-label="Search checks"
              placeholder="refusal, JSON, personal data, latency …"
              value={q}
              onChange={({ target }) => setAddress({ q: target.value }, true)}
            />
          </div>
        </div>
        <Select
          aria-label="Which checks"
          value={state}
          onChange={(value) => setAddress({ state: value }, true)}
          options={[["", "All checks"], ...Object.entries(stateNames)]}
        />
        {data && (
          <span className="muted num" role="status">
            {found.length} of {data.items.length}
          </span>
        )}
        <TextLink text="New check" to="/checks/new" className="button primary" />
      </div>
      <ScrollRegion label="Library" className="page-body stack">
        {error && <Wrong error={error} />}
        {data && found.length === 0 && (
          <NoCheck wanted={{ q, state, used }} library={data.items} onChange={(search) => setAddress(search)} />
        )}
        {(data ? found.length > 0 : !error) && <Library found={data && found} used={used} />}
      </ScrollRegion>
    </>
  );
}

const stateNames: Readonly<Record<string, string>> = {
  used: "In use",
  custom: "Written here",
  code: "Code",
  judge: "Judges",
};

function useOf(monitors: readonly Monitor[]): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  for (const { checks } of monitors) for (const { check } of checks) used.set(check, (used.get(check) ?? 0) + 1);
  return used;
}

interface Wanted {
  readonly q: string;
  readonly state: string;
  readonly used: ReadonlyMap<string, number>;
}

interface NoCheckProps {
  readonly wanted: Wanted;
  readonly library: readonly Check[];
  readonly onChange: (search: Search) => void;
}

function NoCheck({ wanted, library, onChange }: NoCheckProps) {
  const words = wanted.q.split(/\s+/).filter(Boolean);
  const parts = [
    ...words.map((part) => ({ part, rest: { q: words.filter((word) => word !== part).join(" ") } })),
    ...(wanted.state === "" ? [] : [{ part: stateNames[wanted.state] ?? wanted.state, rest: { state: "" } }]),
  ];
  return (
    <Blank title="No check matches">
      <WithoutParts
        parts={parts.map(({ part, rest }) => ({
          part,
          matching: <MatchCount count={foundIn(library, { ...wanted, ...rest }).length} />,
          onRemove: () => onChange(rest),
        }))}
      />
    </Blank>
  );
}

function foundIn(library: readonly Check[], { q, state, used }: Wanted): readonly Check[] {
  const words = q.toLowerCase().split(/\s+/);
  return library
    .filter(
      ({ name, kind, custom }) =>
        state === "" ||
        (state === "used" ? used.has(name) : state === "custom" ? custom !== undefined : kind === state),
    )
    .filter(({ name, title, description, category }) =>
      words.every((word) => `${name} ${title} ${description} ${category}`.toLowerCase().includes(word)),
    )
    .sort((one, other) => (one.category < other.category ? -1 : one.category > other.category ? 1 : 0));
}

const drawnAtOnce = 12;

function Library({ found, used }: { found: readonly Check[] | undefined; used: ReadonlyMap<string, number> }) {
  const passed = usePassRates();
  const costs = useCosts();
  const columns = useMemo(() => libraryColumns({ used, passed, costs }), [used, passed, costs]);
  const list = useList({ kind: checkKind, rows: found, columns, unfolds: true });
  const { isAwaited, rows, shown, current, actions } = list;
  return (
    <ListArea list={list}>
      {isAwaited ? (
        <LibraryTable category="checks" columns={shown} unfolded={actions.unfolded} />
      ) : (
        <InTurn checks={rows} columns={shown} current={current} unfolded={actions.unfolded} />
      )}
    </ListArea>
  );
}

/** Renders the first table immediately and the others when idle, because hundreds of rows would block typing. */
function InTurn({ checks, columns, ...rest }: TablesProps) {
  const drawn = useDeferredValue(checks, checks.slice(0, drawnAtOnce));
  // Statistics that arrive later change every row.
  const known = useDeferredValue(columns);
  return (
    <div className="stack" aria-busy={drawn !== checks || known !== columns}>
      <Tables checks={drawn} columns={known} {...rest} />
    </div>
  );
}

interface TablesProps {
  readonly checks: readonly Check[];
  readonly columns: readonly TableColumn<Check>[];
  readonly current: CurrentCell;
  readonly unfolded: ReadonlySet<string>;
}

const Tables = memo(function Tables({ checks, columns, current, unfolded }: TablesProps) {
  const categories = useMemo(() => [...Map.groupBy(checks, ({ category }) => category)], [checks]);
  return categories.map(([category, those]) => (
    <LibraryTable
      key={category}
      category={category}
      checks={those}
      columns={columns}
      current={those.some(({ name }) => name === current.id) ? current : undefined}
      unfolded={unfolded}
    />
  ));
});
