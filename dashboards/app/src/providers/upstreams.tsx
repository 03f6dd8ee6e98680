import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { callApi } from "../platform/api/client.ts";
import { type Upstream, upstreamsQuery } from "../platform/api/models.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { type TableColumn, TableList } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Button } from "../platform/ui/button.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { Field, handleSubmit, SelectField } from "../platform/ui/forms/field.tsx";
import { Wrong } from "../platform/ui/page.tsx";

interface Props {
  readonly upstreams: readonly Upstream[];
  readonly mayChange: boolean;
}

export function UpstreamTable({ upstreams, mayChange }: Props) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => callApi("DELETE /upstreams/{id}", { path: { id } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: upstreamsQuery.queryKey }),
  });
  const { mutate, isPending, error } = remove;
  const columns = useMemo(
    () =>
      columnsOf(({ id }) =>
        mayChange ? (
          <DangerButton what={id} isPending={isPending} error={error} onDo={() => mutate(id)}>
            Calls of {id}/… are refused by the proxy from now on, and so are test runs of its models.
          </DangerButton>
        ) : undefined,
      ),
    [mayChange, mutate, isPending, error],
  );
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

const columnsOf = (remove: (upstream: Upstream) => ReactNode): readonly TableColumn<Upstream>[] => [
  {
    name: "id",
    title: "Id",
    width: "18%",
    className: "anywhere",
    text: ({ id }) => id,
    cell: ({ id }) => <code>{id}</code>,
  },
  {
    name: "address",
    title: "Address",
    className: "anywhere",
    text: ({ baseUrl }) => baseUrl,
    cell: ({ baseUrl }) => <code>{baseUrl}</code>,
  },
  {
    name: "auth",
    title: "Key travels as",
    width: 124,
    from: 1280,
    className: "anywhere",
    clauses: ({ header, auth }) => is("key_travels_as", header ?? auth),
    cell: ({ header, auth }) => header ?? auth,
  },
  {
    name: "speaks",
    title: "Speaks",
    width: 98,
    clauses: ({ dialect }) => is("speaks", dialect ?? "OpenAI"),
    cell: ({ dialect }) => dialect ?? "OpenAI",
  },
  { name: "delete", title: "Delete", width: 90, isUntitled: true, isControl: true, className: "right", cell: remove },
];

const auths = { bearer: "Authorization: Bearer", header: "a custom header", none: "no key" } as const;
const dialects = { "": "OpenAI's API", anthropic: "Anthropic's API", gemini: "Gemini's API" } as const;

export function UpstreamForm() {
  const [id, setId] = useState("");
  const [baseUrl, setBaseUrl] = useState("");
  const [auth, setAuth] = useState<keyof typeof auths>("bearer");
  const [header, setHeader] = useState("");
  const [dialect, setDialect] = useState<keyof typeof dialects>("");
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      callApi("POST /upstreams", {
        body: {
          id: id.trim(),
          baseUrl: baseUrl.trim(),
          auth,
          ...(auth === "header" ? { header: header.trim() } : {}),
          ...(dialect === "" ? {} : { dialect }),
        },
      }),
    onSuccess: () => {
      setId("");
      setBaseUrl("");
      void queries.invalidateQueries({ queryKey: upstreamsQuery.queryKey });
    },
  });
  return (
    <form className="form" aria-label="New upstream" onSubmit={handleSubmit(() => save.mutate())}>
      <div className="line top">
        <Field label="Id" required mono placeholder="shop" value={id} onChange={setId}>
          <small>Its models are called {id.trim() || "shop"}/…</small>
        </Field>
        <Field
          label="Address, with the version"
          required
          mono
          type="url"
          placeholder="https://models.example.com/v1"
          value={baseUrl}
          onChange={setBaseUrl}
        />
      </div>
      <div className="line bottom">
        <SelectField label="Key travels as" value={auth} onChange={setAuth} options={auths} />
        {auth === "header" && (
          <Field label="Name of the header" required mono placeholder="x-api-key" value={header} onChange={setHeader} />
        )}
        <SelectField label="Speaks" value={dialect} onChange={setDialect} options={dialects} />
        <Button submits text="Add upstream" className="primary" disabled={save.isPending} />
      </div>
      {save.error && <Wrong error={save.error} />}
    </form>
  );
}
