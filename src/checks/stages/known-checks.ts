import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import type { FindSlowCheck, SlowCheck } from "../check.ts";
import { type CustomCheck, describeCustom } from "../custom/custom-check.ts";
import { switchedOffReason } from "../lacking.ts";

/** Asynchronous checks of all projects: library checks and custom ones. */
export interface KnownChecks {
  readonly find: FindSlowCheck;
  /** Library checks; their names are reserved in every project. */
  readonly library: ReadonlyMap<string, SlowCheck>;
  /** Names of library checks and of the project's own. */
  names(project: ProjectId): readonly string[];
  /** Replaces a project's custom checks. */
  update(project: ProjectId, custom: readonly CustomCheck[]): void;
}

export function createKnownChecks(library: ReadonlyMap<string, SlowCheck>): KnownChecks {
  const custom = new Map<ProjectId, ReadonlyMap<string, SlowCheck>>();
  return {
    library,
    find: (project, name) => library.get(name) ?? custom.get(project)?.get(name),
    names: (project) => [...library.keys(), ...(custom.get(project)?.keys() ?? [])],
    update(project, checks) {
      if (checks.length === 0) custom.delete(project);
      else custom.set(project, new Map(checks.map((check) => [check.name, slowCheckOf(check)])));
    },
  };
}

const noOptions = z.strictObject({});

/** Describes a custom check for the pipeline: a switched-off one is skipped with the reason and creates no job. */
function slowCheckOf(check: CustomCheck): SlowCheck {
  const { off, body, name } = check;
  return {
    ...describeCustom(check),
    options: noOptions,
    executor: body.kind === "judge" ? "judge" : "sandbox",
    group: name,
    ...(off === undefined ? {} : { gate: () => switchedOffReason(off.reason) }),
  };
}
