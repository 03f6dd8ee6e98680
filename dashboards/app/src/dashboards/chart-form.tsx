import { type FormEvent, useState } from "react";
import type { DashboardChart } from "../platform/api/types.ts";
import { Button } from "../platform/ui/button.tsx";
import { Checkbox, SelectField } from "../platform/ui/forms/field.tsx";
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
type Measure = DashboardChart["measure"];
type Split = NonNullable<DashboardChart["by"]>;

/** Edits what a chart measures and how it displays the result. */
export function ChartForm({ chart = fresh, onSave, onClose }: Props) {
  const [draft, setDraft] = useState(chart);
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const language = useQueryLanguage("datapoints");
  const change = (part: Partial<DashboardChart>) => setDraft((before) => ({ ...before, ...part }));
  const usual = measures[draft.measure].name + (draft.by === undefined ? "" : ` by ${draft.by}`);
  function submit(event: FormEvent) {
    event.preventDefault();
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
      <form id="chart-form" className="form" onSubmit={submit}>
        <label className="field">
          <span className="label">Measure</span>
          <select
            value={draft.measure}
            onChange={({ target }) => {
              const measure = target.value as Measure;
              // Shares and percentiles do not add up, so they are never stacked.
              const adds = !/share|latency|first_token/.test(measure);
              change({ measure, kind: adds ? draft.kind : "lines" });
            }}
          >
            {Object.entries(measures).map(([value, { name }]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="label">Of datapoints that match</span>
          <input
            className="mono"
            spellCheck={false}
            placeholder="all; or for example env:production service:bot"
            value={draft.q}
            onChange={({ target }) => change({ q: target.value })}
          />
        </label>
        <Diagnostics problems={problems} />
        <div className="line">
          <label className="field grow">
            <span className="label">Split by</span>
            <select
              value={draft.by ?? ""}
              onChange={({ target }) => {
                const { by: _, ...rest } = draft;
                setDraft(target.value === "" ? rest : { ...rest, by: target.value as Split });
              }}
            >
              <option value="">nothing</option>
              {splits.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <SelectField
            grow
            label="Chart type"
            value={draft.kind}
            onChange={(value) => change({ kind: value })}
            options={{ bars: "Stacked bars", lines: "Lines" }}
          />
        </div>
        <label className="field">
          <span className="label">Title</span>
          <input
            maxLength={120}
            placeholder={usual}
            value={draft.title}
            onChange={({ target }) => change({ title: target.value })}
          />
        </label>
        <Checkbox checked={draft.wide} onChange={(checked) => change({ wide: checked })}>
          Full width
        </Checkbox>
      </form>
    </Modal>
  );
}
