import { useQuery } from "@tanstack/react-query";
import { type Model, modelsQuery } from "../../platform/api/models.ts";
import { is, type RowKind } from "../../platform/list/column.ts";
import { type TableColumn, TableList } from "../../platform/list/list-table.tsx";
import { useList } from "../../platform/list/use-list.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { Time } from "../../platform/ui/format.tsx";
import { Blank, Page, useTitle } from "../../platform/ui/page.tsx";
import { definitionText, typeNames } from "./words.ts";

export function ModelsPage() {
  useTitle("Models");
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
  {
    name: "name",
    title: "Name",
    text: ({ name }) => name,
    cell: ({ id, name }) => <TextLink text={name} to="/models/$id" params={{ id }} />,
  },
  {
    name: "answers",
    title: "What answers",
    width: 170,
    clauses: ({ definition: { type } }) => [{ field: "answers", value: type, label: typeNames[type] }],
    cell: ({ definition }) => typeNames[definition.type],
  },
  {
    name: "which",
    title: "Which",
    clauses: ({ definition }) => is("which", definition.type === "custom" ? undefined : definitionText(definition)),
    cell: ({ definition }) =>
      definition.type === "custom" ? <span className="muted">–</span> : <code>{definitionText(definition)}</code>,
  },
  { name: "version", title: "Version", width: 86, isNumber: true, cell: ({ version }) => version },
  {
    name: "tags",
    title: "Tags",
    width: "14%",
    className: "muted",
    clauses: ({ tags }) => is("tags", ...tags),
    cell: ({ tags }) => tags.join(", ") || "–",
  },
  {
    name: "changed",
    title: "Changed",
    width: 120,
    className: "muted nowrap",
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    name: "run",
    title: "Run",
    width: 70,
    isUntitled: true,
    isControl: true,
    className: "right",
    cell: ({ id, name }) => (
      <TextLink text="Run" of={name} to="/test-runs/new" search={{ model: id }} className="button quiet" />
    ),
  },
];
