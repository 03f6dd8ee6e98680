import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask } from "../api/client.ts";
import { upstreamsQuery } from "../api/proxy.ts";
import type { NewUpstream, Upstream } from "../api/types.ts";
import { Wrong } from "../ui/states.tsx";

const empty = { id: "", baseUrl: "", auth: "bearer", header: "", dialect: "" };

/** Registers an address that proxied calls may go to. A provider's key is never asked for: the client sends it. */
export function UpstreamForm() {
  const [form, setForm] = useState(empty);
  const queries = useQueryClient();
  const set = (field: keyof typeof empty) => (value: string) => setForm((before) => ({ ...before, [field]: value }));
  const add = useMutation({
    mutationFn: () => ask<Upstream>("/upstreams", { method: "POST", body: bodyOf(form) }),
    onSuccess: () => {
      setForm(empty);
      void queries.invalidateQueries({ queryKey: upstreamsQuery.queryKey });
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    add.mutate();
  }
  return (
    <form className="form" onSubmit={submit}>
      <div className="two-fields">
        <Text id="id" label="Id" value={form.id} onChange={set("id")} placeholder="house" />
        <Text
          id="url"
          label="Address, with the version"
          value={form.baseUrl}
          onChange={set("baseUrl")}
          placeholder="https://models.example.org/v1"
        />
        <Choice id="auth" label="The provider's key travels as" value={form.auth} onChange={set("auth")}>
          <option value="bearer">bearer token</option>
          <option value="header">a header of its own</option>
          <option value="none">no key</option>
        </Choice>
        {form.auth === "header" && (
          <Text id="header" label="Header" value={form.header} onChange={set("header")} placeholder="x-api-key" />
        )}
        <Choice id="dialect" label="It speaks" value={form.dialect} onChange={set("dialect")}>
          <option value="">OpenAI's API</option>
          <option value="anthropic">Anthropic's API</option>
          <option value="gemini">Gemini's API</option>
          <option value="bedrock">Bedrock's API</option>
        </Choice>
      </div>
      {add.error && <Wrong error={add.error} />}
      <div className="line">
        <button
          type="submit"
          className="primary"
          disabled={form.id.trim() === "" || form.baseUrl.trim() === "" || add.isPending}
        >
          Add upstream
        </button>
      </div>
    </form>
  );
}

const bodyOf = ({ id, baseUrl, auth, header, dialect }: typeof empty): NewUpstream => ({
  id: id.trim(),
  baseUrl: baseUrl.trim(),
  auth: auth as NonNullable<NewUpstream["auth"]>,
  ...(auth === "header" ? { header: header.trim() } : {}),
  ...(dialect === "" ? {} : { dialect: dialect as NonNullable<NewUpstream["dialect"]> }),
});

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Text({ id, label, value, onChange, placeholder }: FieldProps & { placeholder: string }) {
  return (
    <div className="field">
      <label htmlFor={`upstream-${id}`}>{label}</label>
      <input
        id={`upstream-${id}`}
        value={value}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

function Choice({ id, label, value, onChange, children }: FieldProps & { children: React.ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={`upstream-${id}`}>{label}</label>
      <select id={`upstream-${id}`} value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </div>
  );
}
