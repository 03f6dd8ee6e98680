import { hash } from "node:crypto";
import type { Datapoint } from "../domain/datapoint.ts";
import type { MonitorId, ProjectId } from "../domain/ids.ts";
import type { Monitor } from "../domain/monitor.ts";
import type { CheckRequest } from "./check.ts";

export interface Selected {
  readonly monitorIds: readonly MonitorId[];
  readonly requests: readonly CheckRequest[];
}

interface Needs {
  readonly monitors: readonly Monitor[];
  /** Compiles a condition; a condition that does not parse matches nothing. */
  readonly matcher: (condition: string) => (datapoint: Datapoint) => boolean;
}

/** Station 4: which monitors match a datapoint and which checks they ask for. Disabled monitors match nothing. */
export function createSelect({ monitors, matcher }: Needs): (datapoint: Datapoint) => Selected {
  const byProject = Map.groupBy(
    monitors.filter(({ enabled }) => enabled).map((monitor) => ({ monitor, matches: matcher(monitor.condition) })),
    ({ monitor }) => monitor.projectId,
  );

  return (datapoint) => {
    const matching = (byProject.get(datapoint.projectId) ?? [])
      .filter(({ monitor, matches }) => matches(datapoint) && isSampled(monitor, datapoint))
      .map(({ monitor }) => monitor);
    return {
      monitorIds: matching.map(({ id }) => id),
      requests: matching.flatMap(({ id, checks }) =>
        checks.map(({ check, options }) => ({ check, options, monitorIds: [id] })),
      ),
    };
  };
}

/** Decided by a hash, so that a repeated delivery, another replica and the ledger decide the same. */
export function isSampled(
  { id, sampleRate }: Pick<Monitor, "id" | "sampleRate">,
  datapoint: { readonly id: string; readonly projectId: ProjectId },
): boolean {
  if (sampleRate >= 1) return true;
  const place = Number.parseInt(hash("sha256", `${id} ${datapoint.id}`, "hex").slice(0, 12), 16) / 2 ** 48;
  return place < sampleRate;
}
