import { refuseWrongChecks } from "../../checks/routes/requested-checks.ts";
import { conditionFields } from "../../datapoints/query/index.ts";
import { queryOf } from "../../datapoints/routes/requested-range.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { NewMonitor } from "../contract/monitor.ts";

type RefuseMistakesDependencies = Parameters<typeof refuseWrongChecks>[2] & {
  /** Unix milliseconds. */
  readonly now: () => number;
};

/** Refuses a monitor that could never work: an invalid condition, an unknown check, wrong options. */
export const createRefuseMistakes =
  (dependencies: RefuseMistakesDependencies) =>
  (
    project: ProjectId,
    { condition, checks }: { readonly condition: string; readonly checks: NewMonitor["checks"] },
  ): void => {
    queryOf(condition, dependencies.now(), { fields: conditionFields, field: "condition" });
    refuseWrongChecks(project, checks, dependencies);
  };
