import type { Check } from "../platform/api/types.ts";
import type { Draft } from "./draft.ts";
import { presets } from "./presets.ts";

interface Props {
  /** Undefined until it is known: what is chosen before would be shown without its title. */
  readonly library: readonly Check[] | undefined;
  readonly onTake: (part: Partial<Draft>) => void;
}

/** Ways to begin: one press fills the form. */
export function PresetGallery({ library, onTake }: Props) {
  const known = new Map(library?.map((check) => [check.name, check]));
  return (
    <section className="card stack" aria-label="Begin with">
      <h2>Begin with</h2>
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
