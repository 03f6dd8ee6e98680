import type { QueueState } from "../platform/api/types.ts";
import { Badge } from "../platform/ui/badges.tsx";
import { countText, Time } from "../platform/ui/format.tsx";

export const queueNames: Readonly<Record<QueueState["name"], string>> = {
  pipeline: "Pipeline",
  dead_letters: "Dead letters",
  judges: "Judges",
  programs: "Custom checks",
  notifications: "Notifications",
};

export function QueueBadge({ queue: { state, waiting = 0, oldestAt, reason } }: { queue: QueueState }) {
  if (state === "idle") {
    return <Badge tone="ok" sign="✓" text="Idle" />;
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
    <Badge
      tone="warn"
      sign="▲"
      text={`${state === "stalled" ? "Stalled" : "Unknown"}: ${reason ?? "no reason is known"}`}
    />
  );
}
