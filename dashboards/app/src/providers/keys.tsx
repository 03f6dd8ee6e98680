import { useMemo } from "react";
import { callApi } from "../platform/api/client.ts";
import { providerKeysQuery } from "../platform/api/queries.ts";
import type { ProviderKey, Upstream } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import type { RowKind } from "../platform/list/column.ts";
import { actionsColumn, column, type TableColumn, TableList, timeColumn } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Button } from "../platform/ui/button.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { Field, handleSubmit, useDraft } from "../platform/ui/forms/field.tsx";
import { Wrong } from "../platform/ui/page.tsx";

/** The page's keys belong to the upstreams table below. */
export function KeyTable({ keys, mayChange }: { keys: readonly ProviderKey[]; mayChange: boolean }) {
  const { mutate, isPending, error } = useChange(
    (provider: string) => callApi("DELETE /provider-keys/{provider}", { path: { provider } }),
    { reloads: [providerKeysQuery] },
  );
  const columns = useMemo(() => {
    const remove = ({ provider }: ProviderKey) =>
      mayChange && (
        <DangerButton what={`the key of ${provider}`} by={{ mutate, isPending, error }} given={provider}>
          It is not stored anywhere else. Test runs and models that call {provider} with it fail until another is given.
        </DangerButton>
      );
    return [...facts, actionsColumn("Delete", 90, remove)];
  }, [mayChange, mutate, isPending, error]);
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

const facts: readonly TableColumn<ProviderKey>[] = [
  column("provider", "Provider", ({ provider }) => <code>{provider}</code>, {
    className: "anywhere",
    text: ({ provider }) => provider,
  }),
  column("host", "Opens for", ({ host }) => <code>{host}</code>, { className: "anywhere", text: ({ host }) => host }),
  timeColumn("given", "Given", ({ createdAt }) => createdAt, { width: 120 }),
];

/** Suggested providers; the form accepts every other id that the proxy knows. */
const wellKnown = ["openai", "anthropic", "gemini", "mistral", "groq", "deepseek", "openrouter", "xai"];

export function KeyForm({ upstreams }: { upstreams: readonly Upstream[] }) {
  const { draft, setDraft, field } = useDraft({ provider: "", key: "" });
  const save = useChange(
    () => callApi("POST /provider-keys", { body: { ...draft, provider: draft.provider.trim() } }),
    { reloads: [providerKeysQuery], onSuccess: () => setDraft({ provider: "", key: "" }) },
  );
  return (
    <form className="form" aria-label="New key" onSubmit={handleSubmit(() => save.mutate())}>
      <div className="line bottom">
        <Field
          label="Provider, or upstream"
          required
          mono
          list="known-providers"
          placeholder="openai"
          {...field("provider")}
        />
        <Field label="Its key" required type="password" placeholder="sk-…" {...field("key")} />
        <Button submits text="Give the key" className="primary" by={save} />
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
