import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask } from "../api/client.ts";
import { type ProviderKey, providerKeysQuery, type Upstream } from "../api/models.ts";
import { Field } from "../models/field.tsx";
import { DangerButton } from "../ui/danger-button.tsx";
import { Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

export function KeyTable({ keys, mayChange }: { keys: readonly ProviderKey[]; mayChange: boolean }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (provider: string) => ask(`/provider-keys/${encodeURIComponent(provider)}`, { method: "DELETE" }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: providerKeysQuery.queryKey }),
  });
  if (keys.length === 0) return <p className="muted">None yet: a model brings its own key, or a run does.</p>;
  return (
    <Table label="Given keys" head={["Provider", "Opens for", "Given", ""]}>
      {keys.map(({ provider, host, createdAt }) => (
        <tr key={provider}>
          <td>
            <code>{provider}</code>
          </td>
          <td>
            <code>{host}</code>
          </td>
          <td className="muted">
            <Time at={createdAt} />
          </td>
          <td className="right">
            {mayChange && (
              <DangerButton
                what={`the key of ${provider}`}
                isPending={remove.isPending}
                error={remove.error}
                onDo={() => remove.mutate(provider)}
              >
                It is kept nowhere else. Test runs and models that call {provider} with it fail until another is given.
              </DangerButton>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Providers that many know by these ids; any other that the proxy knows will do as well. */
const wellKnown = ["openai", "anthropic", "gemini", "mistral", "groq", "deepseek", "openrouter", "xai"];

export function KeyForm({ upstreams }: { upstreams: readonly Upstream[] }) {
  const [provider, setProvider] = useState("");
  const [key, setKey] = useState("");
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => ask<ProviderKey>("/provider-keys", { method: "POST", body: { provider: provider.trim(), key } }),
    onSuccess: () => {
      setKey("");
      setProvider("");
      void queries.invalidateQueries({ queryKey: providerKeysQuery.queryKey });
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }
  return (
    <form className="form" aria-label="New key" onSubmit={submit}>
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
        <button type="submit" className="primary" disabled={save.isPending}>
          Give the key
        </button>
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
