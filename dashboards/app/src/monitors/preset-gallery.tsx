import type { Check } from "../platform/api/types.ts";
import type { Draft } from "./draft.ts";
import { presets } from "./presets.ts";

interface Props {
  /** Undefined while loading, because a template chosen earlier would lack its checks' titles. */
  readonly library: readonly Check[] | undefined;
  readonly onTake: (part: Partial<Draft>) => void;
}

export function PresetGallery({ library, onTake }: Props) {
  const known = new Map(library?.map((check) => [check.name, check]));
  return (
    <section className="card stack" aria-label="Templates">
      <h2>Templates</h2>
      <ul className="presets">
        {presets.map(({ name, about, condition = "", checks, threshold }) => (
          <li key={name}>
            <button
              type="button"
              disabled={library === undefined}
              onClick={() =>
                onTake({
                  name,
                  description: about,
                  condition,
                  threshold,
                  checks: checks.map((check) => ({
                    check,
                    options: {},
                    severity: known.get(check)?.severity ?? "major",
                  })),
                })
              }
            >
              <b>{name}</b>
              <span className="muted small">{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
