import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../platform/api/client.ts";
import { judgesQuery } from "../../platform/api/queries.ts";
import type { Judge } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { Checkbox, handleSubmit } from "../../platform/ui/forms/field.tsx";
import { Wrong } from "../../platform/ui/page.tsx";

const kinds = {
  openai: { name: "OpenAI and compatible", baseUrl: "https://api.openai.com/v1" },
  anthropic: { name: "Anthropic", baseUrl: "https://api.anthropic.com/v1" },
  gemini: { name: "Gemini", baseUrl: "https://generativelanguage.googleapis.com/v1beta" },
} as const;
type Kind = keyof typeof kinds;

/** Adds or edits a judge. The key is only sent, never shown. */
export function JudgeForm({ judge, onDone }: { judge?: Judge; onDone: () => void }) {
  const [name, setName] = useState(judge?.name ?? "");
  const [kind, setKind] = useState<Kind>(judge?.kind ?? "openai");
  const [baseUrl, setBaseUrl] = useState<string>(judge?.baseUrl ?? kinds.openai.baseUrl);
  const [model, setModel] = useState(judge?.model ?? "");
  const [key, setKey] = useState("");
  const [dailyUsd, setDailyUsd] = useState(`${judge?.dailyUsd ?? 5}`);
  const [packs, setPacks] = useState(judge?.packs ?? false);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => {
      const settings = {
        name,
        kind,
        baseUrl,
        model,
        dailyUsd: Number(dailyUsd),
        packs,
        ...(key === "" ? {} : { key }),
      };
      return judge
        ? callApi("PATCH /judges/{id}", { path: { id: judge.id }, body: settings })
        : callApi("POST /judges", { body: settings });
    },
    onSuccess: () => {
      setKey("");
      if (!judge) setName("");
      void queries.invalidateQueries({ queryKey: judgesQuery.queryKey });
      onDone();
    },
  });
  function choose(next: Kind) {
    if (baseUrl === kinds[kind].baseUrl) setBaseUrl(kinds[next].baseUrl);
    setKind(next);
  }
  const text = (id: string, label: string, value: string, set: (value: string) => void) => (
    <div className="field">
      <label htmlFor={`judge-${id}`}>{label}</label>
      <input id={`judge-${id}`} value={value} onChange={({ target }) => set(target.value)} />
    </div>
  );
  return (
    <form className="form" onSubmit={handleSubmit(() => save.mutate())}>
      <div className="two-fields">
        {text("name", "Name", name, setName)}
        <div className="field">
          <label htmlFor="judge-kind">Provider</label>
          <select id="judge-kind" value={kind} onChange={({ target }) => choose(target.value as Kind)}>
            {Object.entries(kinds).map(([id, known]) => (
              <option key={id} value={id}>
                {known.name}
              </option>
            ))}
          </select>
        </div>
        {text("address", "Address, with the version", baseUrl, setBaseUrl)}
        {text("model", "Model", model, setModel)}
        <div className="field">
          <label htmlFor="judge-key">{judge?.hasKey ? "Key (leave empty to keep the current key)" : "Key"}</label>
          <input
            id="judge-key"
            type="password"
            autoComplete="off"
            value={key}
            onChange={({ target }) => setKey(target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor="judge-usd">Daily limit (US dollars)</label>
          <input
            id="judge-usd"
            type="number"
            min={0}
            step="any"
            value={dailyUsd}
            onChange={({ target }) => setDailyUsd(target.value)}
          />
        </div>
      </div>
      <Checkbox checked={packs} onChange={setPacks}>
        Let the checks of a pack share a call (cheaper; compare first)
      </Checkbox>
      {save.error && <Wrong error={save.error} />}
      <div className="line">
        <Button
          submits
          text={judge ? "Save" : "Add judge"}
          className="primary"
          disabled={name.trim() === "" || model.trim() === "" || save.isPending}
        />
        {judge && <Button text="Cancel" onClick={onDone} />}
      </div>
    </form>
  );
}
