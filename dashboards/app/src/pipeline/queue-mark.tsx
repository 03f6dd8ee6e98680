import type { QueueState } from "../platform/api/types.ts";
import { countText } from "../platform/ui/format.ts";
import { Mark } from "../platform/ui/marks.tsx";
import { Time } from "../platform/ui/time/time.tsx";

export const queueNames: Readonly<Record<QueueState["name"], string>> = {
  pipeline: "Pipeline",
  dead_letters: "Dead letters",
  judges: "Judges",
  programs: "Custom checks",
  notifications: "Notifications",
};

/** The state of a queue, with the reason where it is stalled. */
export function QueueMark({ queue: { state, waiting = 0, oldestAt, reason } }: { queue: QueueState }) {
  if (state === "idle") {
    return (
      <Mark tone="ok" sign="✓">
        Idle
      </Mark>
    );
  }
  if (state === "moving") {
    return (
      <span className="num">
        {countText(waiting)} waiting{" "}
        {oldestAt !== undefined && (
          <span className="muted">
            (oldest <Time at={oldestAt} />)
          </span>
        )}
      </span>
    );
  }
  return (
    <Mark tone="warn" sign="▲">
      {`${state === "stalled" ? "Stalled" : "Unknown"}: ${reason ?? "no reason is known"}`}
    </Mark>
  );
}
