import { refuseWrongChecks } from "../../checks/service.ts";
import { conditionFields } from "../../datapoints/index.ts";
import { queryOf } from "../../datapoints/service.ts";
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
