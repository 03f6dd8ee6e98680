import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask } from "../api/client.ts";
import { type Upstream, upstreamsQuery } from "../api/models.ts";
import { Field } from "../models/field.tsx";
import { DangerButton } from "../ui/danger-button.tsx";
import { Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";

export function UpstreamTable({ upstreams, mayChange }: { upstreams: readonly Upstream[]; mayChange: boolean }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => ask(`/upstreams/${encodeURIComponent(id)}`, { method: "DELETE" }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: upstreamsQuery.queryKey }),
  });
  if (upstreams.length === 0)
    return <p className="muted">None: known providers need no entry. A gateway or a model server of your own does.</p>;
  return (
    <Table label="Upstreams" head={["Id", "Address", "Key travels as", "Speaks", ""]}>
      {upstreams.map(({ id, baseUrl, auth, header, dialect }) => (
        <tr key={id}>
          <td>
            <code>{id}</code>
          </td>
          <td className="cell-text">
            <code>{baseUrl}</code>
          </td>
          <td>{header ?? auth}</td>
          <td>{dialect ?? "OpenAI"}</td>
          <td className="right">
            {mayChange && (
              <DangerButton what={id} isPending={remove.isPending} error={remove.error} onDo={() => remove.mutate(id)}>
                Calls of {id}/… are refused by the proxy from now on, and so are test runs of its models.
              </DangerButton>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

const auths = { bearer: "Authorization: Bearer", header: "a header of its own", none: "no key" } as const;
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
      ask<Upstream>("/upstreams", {
        method: "POST",
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
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }
  return (
    <form className="form" aria-label="New upstream" onSubmit={submit}>
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
        <label className="field">
          <span className="label">Key travels as</span>
          <select value={auth} onChange={({ target }) => setAuth(target.value as keyof typeof auths)}>
            {Object.entries(auths).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        {auth === "header" && (
          <Field label="Name of the header" required mono placeholder="x-api-key" value={header} onChange={setHeader} />
        )}
        <label className="field">
          <span className="label">Speaks</span>
          <select value={dialect} onChange={({ target }) => setDialect(target.value as keyof typeof dialects)}>
            {Object.entries(dialects).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="primary" disabled={save.isPending}>
          Add upstream
        </button>
      </div>
      {save.error && <Wrong error={save.error} />}
    </form>
  );
}
