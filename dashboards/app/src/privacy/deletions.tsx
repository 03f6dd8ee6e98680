import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../platform/api/client.ts";
import { deletionsQuery } from "../platform/api/queries.ts";
import type { Deletion } from "../platform/api/types.ts";
import { Button } from "../platform/ui/button.tsx";
import { countText, Time } from "../platform/ui/format.tsx";
import { handleSubmit } from "../platform/ui/forms/field.tsx";
import { Modal } from "../platform/ui/overlays/modal.tsx";
import { Wrong } from "../platform/ui/page.tsx";

const kinds: Readonly<Record<Deletion["kind"], { readonly what: string; readonly value: string }>> = {
  user: { what: "every trace of a user", value: "Id of the user" },
  session: { what: "every trace of a session", value: "Id of the session" },
  datapoint: { what: "one datapoint", value: "Id of the datapoint" },
  project: { what: "all data of this project", value: "Name of the project, to be sure" },
};

/** Lists deletion requests and their evidence. */
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
  const [kind, setKind] = useState<Deletion["kind"]>("user");
  const [value, setValue] = useState("");
  const [isFormOpen, setFormOpen] = useState(false);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => callApi("POST /deletions", { body: { kind, value: value.trim() } }),
    onSuccess: () => setValue(""),
    onSettled: () => {
      setFormOpen(false);
      void queries.invalidateQueries({ queryKey: deletionsQuery.queryKey });
    },
  });
  return (
    <>
      <form className="line" onSubmit={handleSubmit(() => setFormOpen(true))} style={{ alignItems: "end" }}>
        <div>
          <label htmlFor="deletion-kind">Delete</label>
          <select id="deletion-kind" value={kind} onChange={({ target }) => setKind(target.value as Deletion["kind"])}>
            {Object.entries(kinds).map(([each, { what }]) => (
              <option key={each} value={each}>
                {what}
              </option>
            ))}
          </select>
        </div>
        <div className="grow">
          <label htmlFor="deletion-value">{kinds[kind].value}</label>
          <input id="deletion-value" value={value} onChange={({ target }) => setValue(target.value)} />
        </div>
        <Button submits text="Delete…" className="danger" disabled={value.trim() === "" || remove.isPending} />
      </form>
      {remove.error && <Wrong error={remove.error} />}
      {isFormOpen && (
        <Modal
          title={`Delete ${kinds[kind].what}?`}
          onClose={() => setFormOpen(false)}
          actions={
            <Button
              text="Delete for good"
              className="danger"
              disabled={remove.isPending}
              onClick={() => remove.mutate()}
            />
          }
        >
          <p>
            <code>{value}</code> – this cannot be undone.
          </p>
        </Modal>
      )}
    </>
  );
}

function List({ items }: { items: readonly Deletion[] }) {
  return (
    <div className="scroll-x">
      <table className="table">
        <caption className="hidden">Requests to delete</caption>
        <thead>
          <tr>
            <th scope="col">Requested</th>
            <th scope="col">By</th>
            <th scope="col">What</th>
            <th scope="col">State</th>
            <th scope="col">Deleted</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, requestedAt, requestedBy, kind, value, state, problem, deleted }) => (
            <tr key={id}>
              <td className="muted">
                <Time at={requestedAt} />
              </td>
              <td className="muted">{requestedBy.replace(/^(?:user|token):/, "")}</td>
              <td>
                {kind} {value !== undefined && <code>{value}</code>}
              </td>
              <td>
                {state}
                {problem !== undefined && <span className="muted"> – {problem}</span>}
              </td>
              <td>
                {countText(deleted.datapoints)} datapoints, {countText(deleted.spans)} spans,{" "}
                {countText(deleted.verdicts)} verdicts
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
