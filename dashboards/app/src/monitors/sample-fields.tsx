import type { Draft } from "./draft.ts";
import { NumberField } from "./rules.tsx";

interface Props {
  readonly draft: Pick<Draft, "sampleRate" | "maxPerMinute">;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** How much of what matches is checked: a share of it, and of that so many a minute. */
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
        label="At most so many a minute"
        hint="no limit"
        value={maxPerMinute}
        onChange={(most) => onChange({ maxPerMinute: most })}
      />
    </div>
  );
}
