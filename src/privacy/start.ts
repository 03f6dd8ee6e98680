import type { Kysely } from "kysely";
import type { Accounts } from "../accounts/start.ts";
import type { PrivacyRules } from "../datapoints/index.ts";
import type { Admission } from "../otlp/index.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { Handles, RecordRemoval, Tables } from "../storage/index.ts";
import { createProjectChanges, followChanges } from "../storage/service.ts";
import { createEraser } from "./clickhouse/erase.ts";
import type { ProjectPrivacy } from "./ports/privacy.ts";
import { createDeletionStore } from "./records/deletions.ts";
import { createPrivacyStore } from "./records/privacy.ts";
import { createRedactingAdmission } from "./redaction/admit-redacted.ts";
import { createRedactor } from "./redaction/redactor.ts";
import { routes } from "./routes/index.ts";
import { createTombstones } from "./stages/tombstones.ts";
import { type DeletionsDependencies, startDeletions } from "./start-deletions-and-retention.ts";

interface TombstonesDependencies {
  readonly db: Kysely<Tables>;
  /** What each module removes of its records when data is deleted, in order. */
  readonly removals: readonly RecordRemoval[];
  /** Sends the deletions that only match assembled calls to every pipeline thread. */
  readonly updatePipeline: Parameters<typeof createTombstones>[0]["update"];
}

/** Loads the deletions, whose data the pipeline does not store again. */
export async function startTombstones({ db, removals, updatePipeline }: TombstonesDependencies) {
  const deletions = createDeletionStore(db, removals);
  const tombstones = createTombstones({ store: deletions, update: updatePipeline });
  await tombstones.refresh();
  return { store: deletions, tombstones };
}

interface PrivacyDependencies extends Pick<DeletionsDependencies, "deadLetters" | "batchesEnded"> {
  readonly handles: Pick<Handles, "db" | "clickhouse" | "telemetry" | "shutdownStack" | "now">;
  readonly deletions: Awaited<ReturnType<typeof startTombstones>>;
  readonly accounts: Pick<Accounts, "projects">;
  /** Of projects without their own settings. */
  readonly defaults: Required<ProjectPrivacy>;
  readonly redactor: Pick<Parameters<typeof createRedactor>[0], "script" | "readRaw">;
  readonly admission: Admission;
}

export type Privacy = Awaited<ReturnType<typeof startPrivacy>>;

/** Maximum delay before another replica's change applies. */
const everyMs = 2000;

/**
 * Assembles admission for all sources, where the project's redaction rules apply to every batch before it becomes
 * durable, and carries out deletions and retention.
 */
export async function startPrivacy({
  handles,
  accounts,
  defaults,
  redactor: variant,
  admission,
  deletions,
  deadLetters,
  batchesEnded,
}: PrivacyDependencies) {
  const { db, clickhouse, telemetry, shutdownStack, now } = handles;
  const store = createPrivacyStore(db);
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
  const changes = createProjectChanges(db);
  const following = await followChanges({ topic: "privacy", changes, load, everyMs, telemetry });
  shutdownStack.add(() => following.stop());
  const rulesOf = (project: ProjectId): PrivacyRules => projects.get(project)?.rules ?? defaults.rules;
  const carryingOut = startDeletions({
    deletions: deletions.store,
    privacy: store,
    eraser: createEraser({ clickhouse }),
    deadLetters,
    retentionDays: defaults.retentionDays,
    batchesEnded,
    tombstones: deletions.tombstones,
    telemetry,
    shutdownStack,
    now,
  });
  return {
    store,
    defaults,
    admission: createRedactingAdmission({ admission, redactor, rulesOf, telemetry }),
    scrub: redactor.scrub,
    routes: routes({
      privacy: store,
      ownPrivacy: defaults,
      redactionTrials: redactor,
      privacyChanged: following.refresh,
      deletions: deletions.store,
      deletionsChanged: carryingOut.wake,
      projects: accounts.projects,
      now,
    }),
  };

  async function load(changed?: readonly ProjectId[]): Promise<void> {
    const found = await store.all(changed);
    for (const project of changed ?? found.keys()) {
      const privacy = found.get(project);
      if (privacy) projects.set(project, privacy);
      else projects.delete(project);
    }
  }
}
