import type { JobStore } from "../../checks/ports/jobs.ts";

/** What a job's row becomes by what came of it. */
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
        tries: settled.tries,
        lease_until: 0,
        ...(settled.problem === undefined ? {} : { problem: settled.problem.slice(0, 1000) }),
      };
    case "done":
      return { state: "done", over_at: at, lease_until: 0 };
    default:
      return settled satisfies never;
  }
}
