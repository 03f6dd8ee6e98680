import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ForMembers } from "../../accounts/sign-in/roles.tsx";
import { callApi } from "../../platform/api/client.ts";
import { type ScenarioSet, scenarioRowsQuery, scenarioSetsQuery } from "../../platform/api/offline.ts";
import { is, type RowKind } from "../../platform/list/column.ts";
import { type TableColumn, TableList } from "../../platform/list/list-table.tsx";
import { useList } from "../../platform/list/use-list.ts";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { countText, Time } from "../../platform/ui/format.tsx";
import { handleSubmit } from "../../platform/ui/forms/field.tsx";
import { Modal } from "../../platform/ui/overlays/modal.tsx";
import { errorOf, More, useItems } from "../../platform/ui/overlays/more.tsx";
import { Blank, Page, Skeleton, useTitle, Wrong } from "../../platform/ui/page.tsx";
import { jsonText } from "../runs/words.tsx";
import { formatOf, RowsText } from "./rows-text.tsx";

export function ScenariosPage() {
  useTitle("Scenarios");
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
  {
    name: "name",
    title: "Name",
    text: ({ name }) => name,
    cell: ({ id, name }) => <TextLink text={name} to="/scenarios/$id" params={{ id }} />,
  },
  { name: "rows", title: "Rows", width: 90, isNumber: true, cell: ({ rows }) => countText(rows) },
  { name: "version", title: "Version", width: 90, isNumber: true, cell: ({ version }) => version },
  {
    name: "tags",
    title: "Tags",
    className: "muted",
    text: ({ tags }) => tags.join(", "),
    clauses: ({ tags }) => is("tags", ...tags),
    cell: ({ tags }) => tags.join(", ") || "–",
  },
  {
    name: "changed",
    title: "Changed",
    width: 130,
    className: "muted nowrap",
    text: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

function NewSet({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [content, setContent] = useState("");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const make = useMutation({
    mutationFn: () =>
      callApi("POST /scenario-sets/upload", { body: { name: name.trim(), content, format: formatOf(content) } }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: scenarioSetsQuery.queryKey });
      void navigate({ to: "/scenarios/$id", params: { id } });
    },
  });
  return (
    <Modal
      title="New scenario set"
      onClose={onClose}
      size="wide"
      actions={
        <Button
          submits
          text="Create"
          form="new-set"
          className="primary"
          disabled={name.trim() === "" || content.trim() === "" || make.isPending}
        />
      }
    >
      <form id="new-set" className="stack" onSubmit={handleSubmit(() => make.mutate())}>
        <div>
          <label htmlFor="set-name">Name</label>
          <input id="set-name" value={name} onChange={({ target }) => setName(target.value)} />
        </div>
        <RowsText
          content={content}
          onChange={setContent}
          onFile={(file) => name === "" && setName(file.replace(/\.\w+$/, ""))}
        />
        {make.error && <Wrong error={make.error} />}
      </form>
    </Modal>
  );
}

const shownRows = 5;

/** Shows the first rows of a scenario set inside the list. */
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
