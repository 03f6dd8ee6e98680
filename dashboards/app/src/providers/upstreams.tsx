import { useMemo } from "react";
import { callApi } from "../platform/api/client.ts";
import { upstreamsQuery } from "../platform/api/queries.ts";
import type { Upstream } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { actionsColumn, column, type TableColumn, TableList } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Button } from "../platform/ui/button.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { Field, handleSubmit, SelectField, useDraft } from "../platform/ui/forms/field.tsx";
import { Wrong } from "../platform/ui/page.tsx";

export function UpstreamTable({ upstreams, mayChange }: { upstreams: readonly Upstream[]; mayChange: boolean }) {
  const { mutate, isPending, error } = useChange((id: string) => callApi("DELETE /upstreams/{id}", { path: { id } }), {
    reloads: [upstreamsQuery],
  });
  const columns = useMemo(() => {
    const remove = ({ id }: Upstream) =>
      mayChange && (
        <DangerButton what={id} by={{ mutate, isPending, error }} given={id}>
          Calls of {id}/… are refused by the proxy from now on, and so are test runs of its models.
        </DangerButton>
      );
    return [...facts, actionsColumn("Delete", 90, remove)];
  }, [mayChange, mutate, isPending, error]);
  return (
    <TableList
      list={useList({ kind, rows: upstreams, columns, unfolds: false })}
      label="Upstreams"
      className="middle"
      none={
        <p className="muted">
          No upstreams: known providers need no entry. Add a gateway or your own model server here.
        </p>
      }
    />
  );
}

const kind: RowKind<Upstream> = { idOf: ({ id }) => id, pageOf: () => undefined };

const facts: readonly TableColumn<Upstream>[] = [
  column("id", "Id", ({ id }) => <code>{id}</code>, { width: "18%", className: "anywhere", text: ({ id }) => id }),
  column("address", "Address", ({ baseUrl }) => <code>{baseUrl}</code>, {
    className: "anywhere",
    text: ({ baseUrl }) => baseUrl,
  }),
  column("auth", "Key travels as", ({ header, auth }) => header ?? auth, {
    width: 124,
    from: 1280,
    className: "anywhere",
    clauses: ({ header, auth }) => is("key_travels_as", header ?? auth),
  }),
  column("speaks", "Speaks", ({ dialect }) => dialect ?? "OpenAI", {
    width: 98,
    clauses: ({ dialect }) => is("speaks", dialect ?? "OpenAI"),
  }),
];

const auths = { bearer: "Authorization: Bearer", header: "a custom header", none: "no key" } as const;
const dialects = { "": "OpenAI's API", anthropic: "Anthropic's API", gemini: "Gemini's API" } as const;

export function UpstreamForm() {
  const { draft, change, field } = useDraft({
    id: "",
    baseUrl: "",
    auth: "bearer" as keyof typeof auths,
    header: "",
    dialect: "" as keyof typeof dialects,
  });
  const save = useChange(
    () => {
      const { id, baseUrl, auth, header, dialect } = draft;
      return callApi("POST /upstreams", {
        body: {
          id: id.trim(),
          baseUrl: baseUrl.trim(),
          auth,
          ...(auth === "header" ? { header: header.trim() } : {}),
          ...(dialect === "" ? {} : { dialect }),
        },
      });
    },
    { reloads: [upstreamsQuery], onSuccess: () => change({ id: "", baseUrl: "" }) },
  );
  return (
    <form className="form" aria-label="New upstream" onSubmit={handleSubmit(() => save.mutate())}>
      <div className="line top">
        <Field {...field("id")} label="Id" required mono placeholder="shop">
          <small>Its models are called {draft.id.trim() || "shop"}/…</small>
        </Field>
        <Field
          {...field("baseUrl")}
          label="Address, with the version"
          required
          mono
          type="url"
          placeholder="https://models.example.com/v1"
        />
      </div>
      <div className="line bottom">
        <SelectField {...field("auth")} label="Key travels as" options={auths} />
        {draft.auth === "header" && (
          <Field {...field("header")} label="Name of the header" required mono placeholder="x-api-key" />
        )}
        <SelectField {...field("dialect")} label="Speaks" options={dialects} />
        <Button submits text="Add upstream" className="primary" by={save} />
      </div>
      {save.error && <Wrong error={save.error} />}
    </form>
  );
}
