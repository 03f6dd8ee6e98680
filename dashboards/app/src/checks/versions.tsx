import { useMutation, useQuery } from "@tanstack/react-query";
import { callApi } from "../platform/api/client.ts";
import type { CheckVersion } from "../platform/api/types.ts";
import { Wrong } from "../platform/ui/states.tsx";
import { Time } from "../platform/ui/time/time.tsx";

interface Props {
  readonly name: string;
  readonly current: number;
  readonly onTake: (version: CheckVersion) => void;
}

/** The saved definitions: compares two on the same datapoints, and restores an earlier one. */
export function Versions({ name, current, onTake }: Props) {
  const path = { name };
  const { data, error } = useQuery({
    queryKey: ["check-versions", name, current],
    queryFn: ({ signal }) => callApi("GET /checks/{name}/versions", { path, signal }),
  });
  const compare = useMutation({
    mutationFn: (from: number) =>
      callApi("POST /checks/{name}/compare", { path, body: { from, to: current, limit: 50 } }),
  });
  return (
    <section className="card stack" aria-label="Versions">
      <h2>Versions</h2>
      {error && <Wrong error={error} />}
      <ul className="stack" style={{ gap: 6 }}>
        {data?.items.map((version) => (
          <li key={version.number} className="line">
            <b className="num">v{version.number}</b>
            <span className="muted small">
              <Time at={version.createdAt} /> by {version.by}
            </span>
            <span className="grow" />
            {version.number !== current && (
              <>
                <button type="button" onClick={() => compare.mutate(version.number)} disabled={compare.isPending}>
                  Compare v{version.number} with v{current}
                </button>
                <button type="button" onClick={() => onTake(version)}>
                  Edit v{version.number}
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {compare.error && <Wrong error={compare.error} />}
      {compare.data && (
        <p role="status">
          Of {compare.data.items.length} datapoints <b className="num">{compare.data.flips}</b> flip from v
          {compare.variables} to v{current}:{" "}
          {compare.data.items
            .filter(({ flips }) => flips)
            .map(({ datapoint, verdict, against }) => (
              <span key={datapoint.id} className="chip">
                {against?.verdict.state} → {verdict.state}: {datapoint.outputPreview.slice(0, 40)}
              </span>
            ))}
        </p>
      )}
    </section>
  );
}
