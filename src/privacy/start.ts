import type { PrivacyRules } from "../datapoints/index.ts";
import type { Admission } from "../otlp/index.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { ProjectChanges } from "../storage/index.ts";
import { followChanges } from "../storage/service.ts";
import type { PrivacyStore, ProjectPrivacy } from "./ports/privacy.ts";
import { createRedactingAdmission } from "./redaction/admit-redacted.ts";
import { createRedactor } from "./redaction/redactor.ts";

interface PrivacyDependencies {
  /** Rules of projects without their own. */
  readonly rules: PrivacyRules;
  readonly redactor: Pick<Parameters<typeof createRedactor>[0], "script" | "readRaw">;
  readonly store: PrivacyStore;
  readonly changes: ProjectChanges;
  readonly admission: Admission;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Maximum delay before another replica's change applies. */
const everyMs = 2000;

/**
 * Assembles admission for all sources: the project's redaction rules apply to every batch before it becomes
 * durable.
 */
export async function startPrivacy({
  rules,
  redactor: variant,
  store,
  changes,
  admission,
  telemetry,
  shutdownStack,
  now,
}: PrivacyDependencies) {
  const redactor = createRedactor({
    ...variant,
    now,
    onLost: ({ cause, reason }) =>
      telemetry.emit({
        kind: "redactors-lost",
        level: cause === "stalled" ? "warn" : "error",
        labels: { cause },
        message: "a thread that redacts was lost and replaced",
        facts: { reason },
      }),
  });
  shutdownStack.add(() => redactor.close());
  // Rules are compiled once per object: a project's object changes only with its rules.
  const projects = new Map<ProjectId, ProjectPrivacy>();
  const following = await followChanges({ topic: "privacy", changes, load, everyMs, telemetry });
  shutdownStack.add(() => following.stop());

  const rulesOf = (project: ProjectId): PrivacyRules => projects.get(project)?.rules ?? rules;
  const redacting = createRedactingAdmission({ admission, redactor, rulesOf, telemetry });
  return { admission: redacting, scrub: redactor.scrub, redactor, refresh: following.refresh };

  async function load(changed?: readonly ProjectId[]): Promise<void> {
    const found = await store.all(changed);
    for (const project of changed ?? found.keys()) {
      const privacy = found.get(project);
      if (privacy) projects.set(project, privacy);
      else projects.delete(project);
    }
  }
}
