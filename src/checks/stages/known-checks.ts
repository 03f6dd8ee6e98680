import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import type { FindSlowCheck, SlowCheck } from "../check.ts";
import { type CustomCheck, describeCustom } from "../custom/custom-check.ts";

/** The slow checks of all projects: those of the library, and what projects wrote themselves. */
export interface KnownChecks {
  readonly find: FindSlowCheck;
  /** Of the library; its names are taken in every project. */
  readonly library: ReadonlyMap<string, SlowCheck>;
  /** Of the library and the project. */
  names(project: ProjectId): readonly string[];
  /** From now on a project has these. */
  tell(project: ProjectId, custom: readonly CustomCheck[]): void;
}

export function createKnownChecks(library: ReadonlyMap<string, SlowCheck>): KnownChecks {
  const custom = new Map<ProjectId, ReadonlyMap<string, SlowCheck>>();
  return {
    library,
    find: (project, name) => library.get(name) ?? custom.get(project)?.get(name),
    names: (project) => [...library.keys(), ...(custom.get(project)?.keys() ?? [])],
    tell(project, checks) {
      if (checks.length === 0) custom.delete(project);
      else custom.set(project, new Map(checks.map((check) => [check.name, slowCheckOf(check)])));
    },
  };
}

const noOptions = z.strictObject({});

/** As the line sees it: one that is switched off is skipped with the reason, and nothing is ordered. */
function slowCheckOf(check: CustomCheck): SlowCheck {
  const { off, body, name } = check;
  return {
    ...describeCustom(check),
    options: noOptions,
    executor: body.kind === "code" ? "sandbox" : "judge",
    group: name,
    ...(off === undefined ? {} : { gate: () => `it is switched off: ${off.because}` }),
  };
}
