import type { Json } from "../domain/datapoint.ts";
import type { ProjectId } from "../domain/ids.ts";
import { nearest } from "../lib/nearest.ts";
import type { ApiNeeds } from "./needs.ts";
import { refusal } from "./route.ts";

interface AskedCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
}

/** What could never run in a project is not accepted: an unknown check, options it does not take. */
export function refuseWrongChecks(
  project: ProjectId,
  asked: readonly AskedCheck[],
  { checks, slowChecks }: Pick<ApiNeeds, "checks" | "slowChecks">,
): void {
  for (const [index, { check: name, options }] of asked.entries()) {
    const check = checks.get(name) ?? slowChecks.find(project, name);
    if (!check) {
      const meant = nearest(name, [...checks.keys(), ...slowChecks.names(project)]);
      const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
      throw refusal("invalid-request", `there is no check named ${name}${hint}`, `checks.${index}.check`);
    }
    const [first] = check.options.safeParse(options).error?.issues ?? [];
    if (first) throw refusal("invalid-request", first.message, ["checks", index, "options", ...first.path].join("."));
  }
}
