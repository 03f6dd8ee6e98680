import { unreachable } from "../../platform/http/unreachable.ts";
import type { JobStore } from "../ports/jobs.ts";

export function settledColumns(
  settled: Parameters<JobStore["settle"]>[0][number]["settled"],
  at: number,
  leaseMs: number,
) {
  switch (settled.state) {
    case "judged":
      return { state: "judged", result: JSON.stringify(settled.result), problem: null, lease_until: at + leaseMs };
    case "ready":
      return {
        state: "ready",
        due_at: settled.dueAt,
        attempts: settled.attempts,
        lease_until: 0,
        ...(settled.problem === undefined ? {} : { problem: settled.problem.slice(0, 1000) }),
      };
    case "done":
      return { state: "done", over_at: at, lease_until: 0 };
    default:
      return unreachable(settled);
  }
}
