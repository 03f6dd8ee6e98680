import { callApi } from "../../platform/api/client.ts";
import { judgesQuery } from "../../platform/api/queries.ts";
import type { Judge } from "../../platform/api/types.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { Button } from "../../platform/ui/button.tsx";
import { Checkbox, Field, handleSubmit, SelectField, useDraft } from "../../platform/ui/forms/field.tsx";
import { Wrong } from "../../platform/ui/page.tsx";

const kinds = { openai: "OpenAI and compatible", anthropic: "Anthropic", gemini: "Gemini" } as const;
type Kind = keyof typeof kinds;
const usualKind: Kind = "openai";
const addresses: Readonly<Record<Kind, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  gemini: "https://generativelanguage.googleapis.com/v1beta",
};

export function JudgeForm({ judge, onDone }: { judge?: Judge; onDone: () => void }) {
  const { draft, change, field } = useDraft({
    name: judge?.name ?? "",
    kind: judge?.kind ?? usualKind,
    baseUrl: judge?.baseUrl ?? addresses.openai,
    model: judge?.model ?? "",
    key: "",
    dailyUsd: `${judge?.dailyUsd ?? 5}`,
    packs: judge?.packs ?? false,
  });
  const save = useChange(
    () => {
      const { key, dailyUsd, ...rest } = draft;
      const settings = { ...rest, dailyUsd: Number(dailyUsd), ...(key === "" ? {} : { key }) };
      return judge
        ? callApi("PATCH /judges/{id}", { path: { id: judge.id }, body: settings })
        : callApi("POST /judges", { body: settings });
    },
    {
      reloads: [judgesQuery],
      onSuccess: () => {
        change(judge ? { key: "" } : { key: "", name: "" });
        onDone();
      },
    },
  );
  const choose = (kind: Kind) =>
    change({ kind, ...(draft.baseUrl === addresses[draft.kind] ? { baseUrl: addresses[kind] } : {}) });
  return (
    <form className="form" onSubmit={handleSubmit(() => save.mutate())}>
      <div className="two-fields">
        <Field {...field("name")} label="Name" />
        <SelectField label="Provider" value={draft.kind} onChange={choose} options={kinds} />
        <Field {...field("baseUrl")} label="Address, with the version" />
        <Field {...field("model")} label="Model" />
        <Field
          {...field("key")}
          label={judge?.hasKey ? "Key (leave empty to keep the current key)" : "Key"}
          type="password"
          autoComplete="off"
        />
        <Field {...field("dailyUsd")} label="Daily limit (US dollars)" type="number" min={0} />
      </div>
      <Checkbox {...field("packs")}>Let the checks of a pack share a call (cheaper; compare first)</Checkbox>
      {save.error && <Wrong error={save.error} />}
      <div className="line">
        <Button
          submits
          text={judge ? "Save" : "Add judge"}
          className="primary"
          by={save}
          disabled={draft.name.trim() === "" || draft.model.trim() === ""}
        />
        {judge && <Button text="Cancel" onClick={onDone} />}
      </div>
    </form>
  );
}
