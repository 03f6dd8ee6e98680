import { useQuery } from "@tanstack/react-query";
import { type Model, modelVersionsQuery } from "../../platform/api/models.ts";
import { Wrong } from "../../platform/ui/states.tsx";
import { Time } from "../../platform/ui/time/time.tsx";
import { definitionText } from "./words.ts";

interface Props {
  readonly model: Model;
  readonly onTake: (version: Model) => void;
}

/** Lists all versions of the model, newest first; an earlier one can be loaded into the form. */
export function ModelVersions({ model, onTake }: Props) {
  const { data, error } = useQuery(modelVersionsQuery(model.id));
  return (
    <section className="card stack" aria-label="Versions">
      <h2>Versions</h2>
      {error && <Wrong error={error} />}
      <ul className="stack" style={{ gap: 8 }}>
        {data?.items.map((version) => (
          <li key={version.version} className="line">
            <b className="num">v{version.version}</b>
            <span className="muted small">
              <Time at={version.createdAt} /> · {definitionText(version.definition)}
            </span>
            <span className="grow" />
            {version.version === model.version ? (
              <span className="chip">in use</span>
            ) : (
              <button type="button" onClick={() => onTake(version)}>
                Take v{version.version} into the form
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className="muted small">Test runs keep the version that they started with.</p>
    </section>
  );
}
