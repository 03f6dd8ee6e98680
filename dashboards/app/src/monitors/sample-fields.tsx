import type { Draft } from "./draft.ts";
import { NumberField } from "./rules.tsx";

interface Props {
  readonly draft: Pick<Draft, "sampleRate" | "maxPerMinute">;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** The share of matching datapoints that is checked, and the limit per minute. */
export function SampleFields({ draft: { sampleRate, maxPerMinute }, onChange }: Props) {
  return (
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
}
