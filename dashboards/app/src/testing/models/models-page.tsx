import { useQuery } from "@tanstack/react-query";
import { modelsQuery } from "../../platform/api/test-queries.ts";
import type { Model } from "../../platform/api/types.ts";
import { is, type RowKind } from "../../platform/list/column.ts";
import { column, type TableColumn, TableList, timeColumn } from "../../platform/list/list-table.tsx";
import { useList } from "../../platform/list/use-list.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { Blank, Page } from "../../platform/ui/page.tsx";
import { definitionText, typeNames } from "./words.ts";

export function ModelsPage() {
  const { data, error } = useQuery(modelsQuery);
  const list = useList({ kind, rows: data?.items, columns, unfolds: true });
  return (
    <Page title="Models" actions={<TextLink text="New model" to="/models/new" className="button primary" />}>
      <TableList
        list={list}
        label="Models"
        className="middle"
        whole={whole}
        error={error}
        none={
          <Blank title="No model yet">
            <p>
              A model is what a test run calls: a provider's model with your prompt, your application behind HTTP, or
              your own code.
            </p>
          </Blank>
        }
        rowPx={47}
      />
    </Page>
  );
}

const kind: RowKind<Model> = { idOf: ({ id }) => id, pageOf: ({ id }) => ({ page: "models", key: id }) };

const whole = ({ definition }: Model) => <pre className="wrapped">{JSON.stringify(definition, null, 2)}</pre>;

const columns: readonly TableColumn<Model>[] = [
  column("name", "Name", ({ id, name }) => <TextLink text={name} to="/models/$id" params={{ id }} />, {
    text: ({ name }) => name,
  }),
  column("answers", "What answers", ({ definition }) => typeNames[definition.type], {
    width: 170,
    clauses: ({ definition: { type } }) => [{ field: "answers", value: type, label: typeNames[type] }],
  }),
  column(
    "which",
    "Which",
    ({ definition }) =>
      definition.type === "custom" ? <span className="muted">–</span> : <code>{definitionText(definition)}</code>,
    { clauses: ({ definition }) => is("which", definition.type === "custom" ? undefined : definitionText(definition)) },
  ),
  column("version", "Version", ({ version }) => version, { width: 86, isNumber: true }),
  column("tags", "Tags", ({ tags }) => tags.join(", ") || "–", {
    width: "14%",
    className: "muted",
    clauses: ({ tags }) => is("tags", ...tags),
  }),
  timeColumn("changed", "Changed", ({ createdAt }) => createdAt, { width: 120 }),
  column(
    "run",
    "Run",
    ({ id, name }) => (
      <TextLink text="Run" of={name} to="/test-runs/new" search={{ model: id }} className="button quiet" />
    ),
    { width: 70, isUntitled: true, isControl: true, className: "right" },
  ),
];
