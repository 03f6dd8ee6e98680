import { expect, test } from "vitest";
import { is, type ListColumn, nameOf, textsOf } from "../../dashboards/app/src/platform/list/column.ts";
import { unfoldedAfter } from "../../dashboards/app/src/platform/list/use-cell-actions.tsx";
import { filtersOf, rowsWhere, whereAfter, whereOf } from "../../dashboards/app/src/platform/list/where.ts";

interface Row {
  readonly id: string;
  readonly works: string;
  readonly checks: readonly string[];
}

const columns: readonly ListColumn<Row>[] = [
  { name: "name", title: "Name", text: ({ id }) => `row ${id}` },
  { name: "works", title: "Works", clauses: ({ works }) => [{ field: "works", value: works, label: `${works}!` }] },
  { name: "checks", title: "Checks", clauses: ({ checks }) => is("check", ...checks) },
  { name: "edit", title: "Edit" },
];
const rows: readonly Row[] = [
  { id: "a", works: "ok", checks: ["x", "y"] },
  { id: "b", works: "broken", checks: ["y"] },
  { id: "c", works: "a,b:c", checks: [] },
];

test.each([
  ["", "abc"],
  ["works:ok", "a"],
  ["works:ok,works:broken", "ab"],
  ["works:ok,works:broken,check:x", "a"],
  ["-check:x", "bc"],
  ["check:y,-works:ok", "b"],
  ["works:a%2Cb%3Ac", "c"],
  ["nonsense,works:", ""],
] as const)("rows held to %j are %j", (where, ids) => {
  expect(
    rowsWhere(rows, columns, where)
      .map(({ id }) => id)
      .join(""),
  ).toBe(ids);
});

test("a value is added, removed and negated; special characters survive in the address", () => {
  const odd = { field: "check", value: "a,b:c%" };
  const only = whereAfter("works:ok", odd, "toggled");
  expect(filtersOf(only)).toEqual([
    { field: "works", value: "ok", isNot: false },
    { field: "check", value: "a,b:c%", isNot: false },
  ]);
  expect(whereAfter(only, odd, "toggled")).toBe("works:ok");
  expect(filtersOf(whereAfter(only, odd, "excluding"))[1]).toMatchObject({ value: "a,b:c%", isNot: true });
  expect(whereOf(filtersOf("works:%zz"))).toBe("works:%25zz");
});

test("what can be read in a row is its texts and the names of its values, none twice for being absent", () => {
  expect(rows.map((row) => textsOf(row, columns))[0]).toEqual(["row a", "ok!", "x", "y"]);
  expect(is("user", undefined, "").map(nameOf)).toEqual([]);
});

test("expanded rows are in the address, whatever characters their ids contain", () => {
  const one = unfoldedAfter(undefined, "run/1,2");
  expect(unfoldedAfter(unfoldedAfter(one, "b"), "run/1,2")).toBe("b");
});
