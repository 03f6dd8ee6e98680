import { useState } from "react";
import type { DashboardChart } from "../platform/api/types.ts";
import { Button } from "../platform/ui/button.tsx";
import { Checkbox, Field, handleSubmit, SelectField, useDraft } from "../platform/ui/forms/field.tsx";
import { Modal } from "../platform/ui/overlays/modal.tsx";
import { type Diagnostic, useQueryLanguage } from "../platform/ui/query/query-language.ts";
import { Diagnostics } from "../platform/ui/query/search-box.tsx";
import { measures, splits } from "./measures.ts";

interface Props {
  readonly chart: DashboardChart | undefined;
  readonly onSave: (chart: DashboardChart) => void;
  readonly onClose: () => void;
}

const fresh: DashboardChart = { title: "", q: "", measure: "calls", kind: "bars", wide: false };
const measureNames = Object.fromEntries(Object.entries(measures).map(([each, { name }]) => [each, name])) as Readonly<
  Record<DashboardChart["measure"], string>
>;

export function ChartForm({ chart = fresh, onSave, onClose }: Props) {
  const { draft, setDraft, change, field } = useDraft(chart);
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const language = useQueryLanguage("datapoints");
  const usual = measures[draft.measure].name + (draft.by === undefined ? "" : ` by ${draft.by}`);
  function submit() {
    const found = language?.problemsOf(draft.q) ?? [];
    setProblems(found);
    if (found.length === 0) onSave({ ...draft, title: draft.title.trim() || usual });
  }
  return (
    <Modal
      title={chart === fresh ? "Add a chart" : "Edit the chart"}
      onClose={onClose}
      actions={<Button submits text={chart === fresh ? "Add" : "Save"} form="chart-form" className="primary" />}
    >
      <form id="chart-form" className="form" onSubmit={handleSubmit(submit)}>
        <SelectField
          label="Measure"
          value={draft.measure}
          onChange={(measure) => {
            // Shares and percentiles do not add up, so they are never stacked.
            const adds = !/share|latency|first_token/.test(measure);
            change({ measure, kind: adds ? draft.kind : "lines" });
          }}
          options={measureNames}
        />
        <Field
          label="Of datapoints that match"
          mono
          {...field("q")}
          placeholder="all; or for example env:production service:bot"
        />
        <Diagnostics problems={problems} />
        <div className="line">
          <SelectField
            grow
            label="Split by"
            value={draft.by ?? ""}
            onChange={(value) => {
              const { by: _, ...rest } = draft;
              setDraft(value === "" ? rest : { ...rest, by: value });
            }}
            options={[["", "nothing"], ...splits]}
          />
          <SelectField grow label="Chart type" {...field("kind")} options={{ bars: "Stacked bars", lines: "Lines" }} />
        </div>
        <Field label="Title" {...field("title")} maxLength={120} placeholder={usual} />
        <Checkbox {...field("wide")}>Full width</Checkbox>
      </form>
    </Modal>
  );
}
