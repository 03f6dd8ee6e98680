import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ForMembers } from "../../accounts/sign-in/roles.tsx";
import { callApi } from "../../platform/api/client.ts";
import { scenarioRowsQuery, scenarioSetsQuery } from "../../platform/api/test-queries.ts";
import type { ScenarioSet } from "../../platform/api/types.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { is, type RowKind } from "../../platform/list/column.ts";
import { column, type TableColumn, TableList, timeColumn } from "../../platform/list/list-table.tsx";
import { useList } from "../../platform/list/use-list.ts";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { countText } from "../../platform/ui/format.tsx";
import { Field } from "../../platform/ui/forms/field.tsx";
import { FormModal } from "../../platform/ui/overlays/modal.tsx";
import { Blank, errorOf, More, Page, Skeleton, useItems, Wrong } from "../../platform/ui/page.tsx";
import { jsonText } from "../runs/words.tsx";
import { formatOf, RowsText } from "./rows-text.tsx";

export function ScenariosPage() {
  const paged = useInfiniteQuery(scenarioSetsQuery);
  const [isNew, setNew] = useState(false);
  const list = useList({ kind, rows: useItems(paged.data), columns, unfolds: true });
  const make = (
    <ForMembers>
      <Button text="New scenario set" className="primary" onClick={() => setNew(true)} />
    </ForMembers>
  );
  return (
    <Page title="Scenarios" actions={make}>
      <TableList
        list={list}
        label="Scenario sets"
        whole={whole}
        error={errorOf(paged)}
        none={
          <Blank title="No scenario set yet">
            <p>
              A scenario set holds inputs and what you expect of them. Test runs try them on a model before your users
              do.
            </p>
          </Blank>
        }
      />
      <More of={paged}>More scenario sets</More>
      {isNew && <NewSet onClose={() => setNew(false)} />}
    </Page>
  );
}

const kind: RowKind<ScenarioSet> = { idOf: ({ id }) => id, pageOf: ({ id }) => ({ page: "scenarios", key: id }) };

const whole = ({ id }: ScenarioSet) => <FirstRows id={id} />;

const columns: readonly TableColumn<ScenarioSet>[] = [
  column("name", "Name", ({ id, name }) => <TextLink text={name} to="/scenarios/$id" params={{ id }} />, {
    text: ({ name }) => name,
  }),
  column("rows", "Rows", ({ rows }) => countText(rows), { width: 90, isNumber: true }),
  column("version", "Version", ({ version }) => version, { width: 90, isNumber: true }),
  column("tags", "Tags", ({ tags }) => tags.join(", ") || "–", {
    className: "muted",
    text: ({ tags }) => tags.join(", "),
    clauses: ({ tags }) => is("tags", ...tags),
  }),
  timeColumn("changed", "Changed", ({ updatedAt }) => updatedAt, { width: 130 }),
];

function NewSet({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [content, setContent] = useState("");
  const navigate = useNavigate();
  const make = useChange(
    () => callApi("POST /scenario-sets/upload", { body: { name: name.trim(), content, format: formatOf(content) } }),
    { reloads: [scenarioSetsQuery], onSuccess: ({ id }) => void navigate({ to: "/scenarios/$id", params: { id } }) },
  );
  return (
    <FormModal
      title="New scenario set"
      onClose={onClose}
      size="wide"
      submit="Create"
      by={make}
      disabled={name.trim() === "" || content.trim() === ""}
      onSubmit={make.mutate}
    >
      <Field label="Name" value={name} onChange={setName} />
      <RowsText
        content={content}
        onChange={setContent}
        onFile={(file) => name === "" && setName(file.replace(/\.\w+$/, ""))}
      />
    </FormModal>
  );
}

const shownRows = 5;

export function FirstRows({ id }: { id: string }) {
  const { data, error } = useInfiniteQuery(scenarioRowsQuery(id));
  if (!data) return error ? <Wrong error={error} /> : <Skeleton rows={shownRows} />;
  return (
    <ol className="first-calls" aria-label="First rows">
      {data.pages[0]?.items.slice(0, shownRows).map(({ id: rowId, input, result }) => (
        <li key={rowId} className="cut" dir="auto">
          <bdi className="muted">{jsonText(input)}</bdi>
          <span aria-hidden="true"> → </span>
          <bdi>{jsonText(result)}</bdi>
        </li>
      ))}
    </ol>
  );
}
