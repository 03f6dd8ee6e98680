import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { providerKeysQuery } from "../../platform/api/queries.ts";
import type { Model } from "../../platform/api/types.ts";
import { Field, FieldCard } from "../../platform/ui/forms/field.tsx";
import type { Draft } from "./draft.ts";
import { secretNames } from "./http-draft.ts";

export interface Keys {
  readonly apiKey: string;
  readonly secrets: Readonly<Record<string, string>>;
}

export const noKeys: Keys = { apiKey: "", secrets: {} };

/** Returns the entered keys as part of the definition. Empty fields keep the stored keys. */
export function keysOf(draft: Draft, { apiKey, secrets }: Keys) {
  if (draft.type === "generation" && draft.generation.by === "provider" && apiKey !== "") return { apiKey };
  if (draft.type !== "http") return {};
  const given = secretNames(draft.http).flatMap((name) => {
    const text = secrets[name] ?? "";
    return text === "" ? [] : [[name, text] as const];
  });
  return given.length === 0 ? {} : { secrets: Object.fromEntries(given) };
}

interface Props {
  readonly draft: Draft;
  readonly keys: Keys;
  readonly known: Model | undefined;
  readonly onChange: (keys: Keys) => void;
}

export function KeyFields({ draft, keys, known, onChange }: Props) {
  const stored = known?.secrets ?? [];
  if (draft.type === "generation" && draft.generation.by === "provider")
    return (
      <FieldCard name="Key" isTitled>
        <ProjectKey model={draft.generation.model} />
        <Field
          label={stored.length > 0 ? "Key of this model (empty: keep the stored key)" : "Key of this model alone"}
          type="password"
          placeholder="sk-…"
          value={keys.apiKey}
          onChange={(apiKey) => onChange({ ...keys, apiKey })}
        />
        <StoredSecrets stored={stored} />
      </FieldCard>
    );
  const names = draft.type === "http" ? secretNames(draft.http) : [];
  if (names.length === 0) return null;
  return (
    <FieldCard name="Secrets" isTitled>
      {names.map((name) => (
        <Field
          key={name}
          label={stored.some((one) => one.name === name) ? `${name} (empty: keep the stored value)` : name}
          type="password"
          value={keys.secrets[name] ?? ""}
          onChange={(text) => onChange({ ...keys, secrets: { ...keys.secrets, [name]: text } })}
        />
      ))}
      <StoredSecrets stored={stored} />
    </FieldCard>
  );
}

const StoredSecrets = ({ stored }: { stored: Model["secrets"] }) => (
  <p className="muted small">
    {stored.length > 0 && `Stored: ${stored.map(({ name, host }) => `${name} for ${host}`).join(", ")}. `}
    Sealed, sent to the host that it was given for and to no other, and never shown again.
  </p>
);

/** Shown if the project has a key for the provider, so that the model needs none. */
function ProjectKey({ model }: { model: string }) {
  const { data, isPending } = useQuery(providerKeysQuery);
  const keys = data?.items ?? [];
  const provider = keys.find((key) => model.startsWith(`${key.provider}/`))?.provider;
  return (
    <p className="small" aria-busy={isPending} style={{ visibility: isPending ? "hidden" : undefined }}>
      {provider === undefined ? (
        <>
          All models of the project can share a provider's key:{" "}
          <Link to="/settings/providers">Settings ▸ Providers</Link>.
        </>
      ) : (
        <>
          The project has a key for <code>{provider}</code>: this model does not need its own.
        </>
      )}
    </p>
  );
}
