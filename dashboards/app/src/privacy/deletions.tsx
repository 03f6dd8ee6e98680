import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../platform/api/client.ts";
import { deletionsQuery } from "../platform/api/queries.ts";
import type { Deletion } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button } from "../platform/ui/button.tsx";
import { countText } from "../platform/ui/format.tsx";
import { Field, handleSubmit, SelectField, useDraft } from "../platform/ui/forms/field.tsx";
import { Modal } from "../platform/ui/overlays/modal.tsx";
import { Wrong } from "../platform/ui/page.tsx";
import { Table, TimeCell } from "../platform/ui/table.tsx";

type Kind = Deletion["kind"];
const whats: Readonly<Record<Kind, string>> = {
  user: "every trace of a user",
  session: "every trace of a session",
  datapoint: "one datapoint",
  project: "all data of this project",
};
const values: Readonly<Record<Kind, string>> = {
  user: "Id of the user",
  session: "Id of the session",
  datapoint: "Id of the datapoint",
  project: "Name of the project, to be sure",
};

export function Deletions({ mayChange }: { mayChange: boolean }) {
  const { data, error } = useQuery(deletionsQuery);
  return (
    <section className="card stack" aria-label="Delete data">
      <header>
        <h2>Delete data</h2>
      </header>
      <p className="muted">
        For good: a copy that arrives later is not stored either. Calls made after the request are.
      </p>
      {mayChange && <NewDeletion />}
      {error && <Wrong error={error} />}
      {data && data.items.length > 0 && <List items={data.items} />}
    </section>
  );
}

function NewDeletion() {
  const { draft, change, field } = useDraft({ kind: "user" as Kind, value: "" });
  const { kind, value } = draft;
  const [isConfirming, setConfirming] = useState(false);
  const remove = useChange(
    () => callApi("POST /deletions", { body: { kind, value: value.trim() } }).finally(() => setConfirming(false)),
    { reloads: [deletionsQuery], onSuccess: () => change({ value: "" }) },
  );
  return (
    <>
      <form className="line bottom" onSubmit={handleSubmit(() => setConfirming(true))}>
        <SelectField {...field("kind")} label="Delete" options={whats} />
        <Field {...field("value")} label={values[kind]} />
        <Button submits text="Delete…" className="danger" by={remove} disabled={value.trim() === ""} />
      </form>
      {remove.error && <Wrong error={remove.error} />}
      {isConfirming && (
        <Modal
          title={`Delete ${whats[kind]}?`}
          onClose={() => setConfirming(false)}
          actions={<Button text="Delete for good" className="danger" by={remove} />}
        >
          <p>
            <code>{value}</code> – this cannot be undone.
          </p>
        </Modal>
      )}
    </>
  );
}

const List = ({ items }: { items: readonly Deletion[] }) => (
  <Table label="Requests to delete" head={["Requested", "By", "What", "State", "Deleted"]}>
    {items.map(({ id, requestedAt, requestedBy, kind, value, state, problem, deleted }) => (
      <tr key={id}>
        <TimeCell at={requestedAt} />
        <td className="muted">{requestedBy.replace(/^(?:user|token):/, "")}</td>
        <td>
          {kind} {value !== undefined && <code>{value}</code>}
        </td>
        <td>
          {state}
          {problem !== undefined && <span className="muted"> – {problem}</span>}
        </td>
        <td>
          {countText(deleted.datapoints)} datapoints, {countText(deleted.spans)} spans, {countText(deleted.verdicts)}{" "}
          verdicts
        </td>
      </tr>
    ))}
  </Table>
);
