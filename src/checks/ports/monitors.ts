import type { ProjectId } from "../../platform/ids.ts";

/** Returns the monitors of a project that use a check, so that it is not deleted under them. */
export type MonitorsUsing = (
  project: ProjectId,
  check: string,
) => Promise<readonly { readonly id: string; readonly name: string }[]>;
