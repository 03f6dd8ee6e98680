import { Select } from "../platform/ui/forms/field.tsx";
import type { Draft } from "./draft.ts";

interface Props {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** When findings open an issue, how often recipients are notified, and the monitor's daily limits. */
export const Rules = ({ draft, onChange }: Props) => (
  <>
    <Opening draft={draft} onChange={onChange} />
    <GroupedBy draft={draft} onChange={onChange} />
    <div className="line" style={{ alignItems: "end" }}>
      <NumberField
        id="cooldown"
        label="Pause after a message (minutes)"
        hint="none"
        value={draft.cooldownMinutes}
        onChange={(cooldownMinutes) => onChange({ cooldownMinutes })}
      />
      <NumberField
        id="ceiling"
        label="Max datapoints per day"
        hint="no limit"
        value={draft.dailyLimits?.datapoints}
        onChange={(datapoints) => onChange({ dailyLimits: ceilingsOf({ ...draft.dailyLimits, datapoints }) })}
      />
      <NumberField
        id="judge-ceiling"
        label="Max judge cost per day (US dollars)"
        hint="no limit"
        step={0.01}
        value={draft.dailyLimits?.judgeUsd}
        onChange={(judgeUsd) => onChange({ dailyLimits: ceilingsOf({ ...draft.dailyLimits, judgeUsd }) })}
      />
      <NumberField
        id="no-data"
        label="Alert after no matches for (minutes)"
        hint="1440"
        value={draft.noDataAfterMinutes}
        onChange={(noDataAfterMinutes) => onChange({ noDataAfterMinutes })}
      />
    </div>
  </>
);

const groupings = {
  "": "Cause",
  model: "Cause and model",
  service: "Cause and service",
  release: "Cause and release",
  env: "Cause and environment",
  provider: "Cause and provider",
} as const;

/** Several fields can be set in the API; the first is shown. Rules of single issues stay. */
function GroupedBy({ draft: { grouping }, onChange }: Props) {
  return (
    <div className="field">
      <label htmlFor="grouped-by">Group findings by</label>
      <Select
        id="grouped-by"
        value={grouping?.by?.[0] ?? ""}
        options={groupings}
        onChange={(by) => onChange({ grouping: { issues: grouping?.issues ?? [], by: by === "" ? [] : [by] } })}
      />
    </div>
  );
}

function Opening({ draft: { threshold }, onChange }: Props) {
  const kind = threshold?.kind ?? "each";
  const kinds = {
    each: undefined,
    count: { kind: "count", findings: 3, withinMinutes: 10 },
    rate: { kind: "rate", share: 0.1, withinMinutes: 60, minDatapoints: 20 },
  } as const;
  return (
    <div className="field">
      <label htmlFor="opens">An issue opens, or comes back,</label>
      <div className="line">
        <Select
          id="opens"
          value={kind}
          onChange={(value) => onChange({ threshold: kinds[value] })}
          options={[
            ["each", "with the first finding"],
            ["count", "after several findings"],
            ["rate", "from a share of datapoints on"],
          ]}
        />
        {threshold?.kind === "count" && (
          <NumberField
            id="findings"
            label="findings"
            value={threshold.findings}
            onChange={(findings) => onChange({ threshold: { ...threshold, findings: findings ?? 2 } })}
          />
        )}
        {threshold?.kind === "rate" && (
          <>
            <NumberField
              id="share"
              label="% of the datapoints"
              value={Math.round(threshold.share * 1000) / 10}
              onChange={(share) => onChange({ threshold: { ...threshold, share: (share ?? 10) / 100 } })}
            />
            <NumberField
              id="at-least"
              label="of at least"
              value={threshold.minDatapoints}
              onChange={(minDatapoints) =>
                onChange({ threshold: { ...threshold, minDatapoints: minDatapoints ?? 20 } })
              }
            />
          </>
        )}
        {threshold && (
          <NumberField
            id="within"
            label="within minutes"
            value={threshold.withinMinutes}
            onChange={(withinMinutes) => onChange({ threshold: { ...threshold, withinMinutes: withinMinutes ?? 10 } })}
          />
        )}
      </div>
      <small>The preview shows which issues that would have opened, and how many messages that would have been.</small>
    </div>
  );
}

function ceilingsOf(limits: {
  readonly datapoints?: number | undefined;
  readonly judgeUsd?: number | undefined;
}): Draft["dailyLimits"] {
  return limits.datapoints === undefined && limits.judgeUsd === undefined ? undefined : limits;
}

interface NumberProps {
  readonly id: string;
  readonly label: string;
  /** The value that applies while the field is empty. */
  readonly hint?: string;
  readonly step?: number;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

const NumberField = ({ id, label, hint, step = 1, value, onChange }: NumberProps) => (
  <div style={{ maxWidth: 170 }}>
    <label htmlFor={id} className="small" style={{ display: "block" }}>
      {label}
    </label>
    <input
      id={id}
      type="number"
      min={step}
      step={step}
      style={{ width: 110 }}
      placeholder={hint}
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
    />
  </div>
);

interface SampleFieldsProps {
  readonly draft: Pick<Draft, "sampleRate" | "maxPerMinute">;
  readonly onChange: (part: Partial<Draft>) => void;
}

export const SampleFields = ({ draft: { sampleRate, maxPerMinute }, onChange }: SampleFieldsProps) => (
  <div className="line" style={{ alignItems: "end" }}>
    <div className="field grow" style={{ minWidth: 200 }}>
      <label htmlFor="sample">Sample: {Math.round(sampleRate * 100)} % of what matches is checked</label>
      <input
        id="sample"
        type="range"
        min={0}
        max={100}
        value={sampleRate * 100}
        onChange={({ target }) => onChange({ sampleRate: Number(target.value) / 100 })}
      />
    </div>
    <NumberField
      id="per-minute"
      label="Max per minute"
      hint="no limit"
      value={maxPerMinute}
      onChange={(most) => onChange({ maxPerMinute: most })}
    />
  </div>
);
