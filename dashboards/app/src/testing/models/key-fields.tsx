import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Model, providerKeysQuery } from "../../platform/api/models.ts";
import type { Draft } from "./draft.ts";
import { Field } from "./field.tsx";
import { secretNames } from "./http-draft.ts";

export interface Keys {
  readonly apiKey: string;
  readonly secrets: Readonly<Record<string, string>>;
}

export const noKeys: Keys = { apiKey: "", secrets: {} };

/** What of the entered keys belongs to the definition, as the service takes it. Empty ones stay as they are kept. */
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

/** Keys that the model is called with. They are sealed when they are saved, and never shown again. */
export function KeyFields({ draft, keys, known, onChange }: Props) {
  const kept = known?.secrets ?? [];
  if (draft.type === "generation" && draft.generation.by === "provider")
    return (
      <fieldset className="card">
        <legend className="hidden">Key</legend>
        <h2>Key</h2>
        <ProjectKey model={draft.generation.model} />
        <Field
          label={kept.length > 0 ? "Key of this model (empty: the kept one stays)" : "Key of this model alone"}
          type="password"
          placeholder="sk-…"
          value={keys.apiKey}
          onChange={(apiKey) => onChange({ ...keys, apiKey })}
        />
        <Kept kept={kept} />
      </fieldset>
    );
  const names = draft.type === "http" ? secretNames(draft.http) : [];
  if (names.length === 0) return null;
  return (
    <fieldset className="card">
      <legend className="hidden">Secrets</legend>
      <h2>Secrets</h2>
      {names.map((name) => (
        <Field
          key={name}
          label={kept.some((one) => one.name === name) ? `${name} (empty: the kept one stays)` : name}
          type="password"
          value={keys.secrets[name] ?? ""}
          onChange={(text) => onChange({ ...keys, secrets: { ...keys.secrets, [name]: text } })}
        />
      ))}
      <Kept kept={kept} />
    </fieldset>
  );
}

function Kept({ kept }: { kept: Model["secrets"] }) {
  return (
    <p className="muted small">
      {kept.length > 0 && `Kept: ${kept.map(({ name, host }) => `${name} for ${host}`).join(", ")}. `}
      Sealed, sent to the host that it was given for and to no other, and never shown again.
    </p>
  );
}

/** A key that all models of the project share needs none here. */
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
          The project has a key for <code>{provider}</code>: this model needs none of its own.
        </>
      )}
    </p>
  );
}
