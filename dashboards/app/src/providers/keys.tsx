import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { callApi } from "../platform/api/client.ts";
import { type ProviderKey, providerKeysQuery, type Upstream } from "../platform/api/models.ts";
import type { RowKind } from "../platform/list/column.ts";
import { type TableColumn, TableList } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Button } from "../platform/ui/button.tsx";
import { Time } from "../platform/ui/format.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { Field, handleSubmit } from "../platform/ui/forms/field.tsx";
import { Wrong } from "../platform/ui/page.tsx";

interface Props {
  readonly keys: readonly ProviderKey[];
  readonly mayChange: boolean;
}

/** The page's keys belong to the upstreams table below. */
export function KeyTable({ keys, mayChange }: Props) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (provider: string) => callApi("DELETE /provider-keys/{provider}", { path: { provider } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: providerKeysQuery.queryKey }),
  });
  const { mutate, isPending, error } = remove;
  const columns = useMemo(
    () =>
      columnsOf(({ provider }) =>
        mayChange ? (
          <DangerButton
            what={`the key of ${provider}`}
            isPending={isPending}
            error={error}
            onDo={() => mutate(provider)}
          >
            It is not stored anywhere else. Test runs and models that call {provider} with it fail until another is
            given.
          </DangerButton>
        ) : undefined,
      ),
    [mayChange, mutate, isPending, error],
  );
  return (
    <TableList
      list={useList({ kind, rows: keys, columns, unfolds: false, isSecondary: true })}
      label="Given keys"
      className="middle"
      none={<p className="muted">None yet: a model brings its own key, or a run does.</p>}
    />
  );
}

const kind: RowKind<ProviderKey> = { idOf: ({ provider }) => provider, pageOf: () => undefined };

const columnsOf = (remove: (key: ProviderKey) => ReactNode): readonly TableColumn<ProviderKey>[] => [
  {
    name: "provider",
    title: "Provider",
    className: "anywhere",
    text: ({ provider }) => provider,
    cell: ({ provider }) => <code>{provider}</code>,
  },
  {
    name: "host",
    title: "Opens for",
    className: "anywhere",
    text: ({ host }) => host,
    cell: ({ host }) => <code>{host}</code>,
  },
  {
    name: "given",
    title: "Given",
    width: 120,
    className: "muted nowrap",
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  { name: "delete", title: "Delete", width: 90, isUntitled: true, isControl: true, className: "right", cell: remove },
];

/** Suggested providers; the form accepts every other id that the proxy knows. */
const wellKnown = ["openai", "anthropic", "gemini", "mistral", "groq", "deepseek", "openrouter", "xai"];

export function KeyForm({ upstreams }: { upstreams: readonly Upstream[] }) {
  const [provider, setProvider] = useState("");
  const [key, setKey] = useState("");
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => callApi("POST /provider-keys", { body: { provider: provider.trim(), key } }),
    onSuccess: () => {
      setKey("");
      setProvider("");
      void queries.invalidateQueries({ queryKey: providerKeysQuery.queryKey });
    },
  });
  return (
    <form className="form" aria-label="New key" onSubmit={handleSubmit(() => save.mutate())}>
      <div className="line bottom">
        <Field
          label="Provider, or upstream"
          required
          mono
          list="known-providers"
          placeholder="openai"
          value={provider}
          onChange={setProvider}
        />
        <Field label="Its key" required type="password" placeholder="sk-…" value={key} onChange={setKey} />
        <Button submits text="Give the key" className="primary" disabled={save.isPending} />
      </div>
      <datalist id="known-providers">
        {[...upstreams.map(({ id }) => id), ...wellKnown].map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <p className="muted small">Sealed, sent to that provider's host and to no other, never shown again.</p>
      {save.error && <Wrong error={save.error} />}
    </form>
  );
}
