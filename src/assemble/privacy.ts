import type { Settings } from "../config/settings.ts";
import type { ProjectId } from "../domain/ids.ts";
import type { PrivacyRules } from "../domain/redaction.ts";
import { messageOf } from "../lib/failure.ts";
import { createRedactingAdmission } from "../pipeline/redaction/admit-redacted.ts";
import { createRedactor } from "../pipeline/redaction/redactor.ts";
import type { Admission } from "../ports/admission.ts";
import type { PrivacyStore, ProjectPrivacy } from "../ports/privacy.ts";
import { readRawBatch } from "../receivers/proxy/raw-reading.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Undo } from "./undo.ts";

interface Needs {
  readonly settings: Pick<Settings, "privacy">;
  readonly store: PrivacyStore;
  readonly admission: Admission;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
}

/** Another replica's change is followed within this. */
const everyMs = 2000;

/** The admission that all ways in are given: a project's rules go over every batch before it becomes durable. */
export async function assemblePrivacy({ settings, store, admission, telemetry, undo }: Needs) {
  const redactor = createRedactor({
    script: new URL("../worker-redaction.ts", import.meta.url),
    readRaw: readRawBatch,
    onLost: (error) =>
      telemetry.emit({
        kind: "redactors-lost",
        level: "error",
        message: "the thread that redacts ended and was replaced; what it worked on was refused",
        facts: { error: error.message },
      }),
  });
  undo.add(() => redactor.close());
  let projects: ReadonlyMap<ProjectId, ProjectPrivacy> = new Map();
  await refresh();
  const timer = setInterval(() => void refresh().catch(report), everyMs);
  timer.unref();
  undo.add(() => clearInterval(timer));

  const rulesOf = (project: ProjectId): PrivacyRules => projects.get(project)?.rules ?? settings.privacy;
  const redacting = createRedactingAdmission({ admission, redactor, rulesOf, telemetry });
  return { admission: redacting, scrub: redactor.scrub, refresh };

  async function refresh(): Promise<void> {
    projects = sameRules(projects, await store.all());
  }

  function report(thrown: unknown): void {
    telemetry.emit({
      kind: "privacy-not-read",
      level: "warn",
      message: "the privacy rules could not be read again; the last known ones stay in force",
      facts: { error: messageOf(thrown) },
    });
  }
}

/** Rules are compiled once for each object: those that did not change stay the same object. */
function sameRules(before: ReadonlyMap<ProjectId, ProjectPrivacy>, now: ReadonlyMap<ProjectId, ProjectPrivacy>) {
  return new Map(
    Array.from(now, ([project, privacy]) => {
      const known = before.get(project);
      return [project, known && JSON.stringify(known) === JSON.stringify(privacy) ? known : privacy];
    }),
  );
}
