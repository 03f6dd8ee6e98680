import type { Datapoints } from "../datapoints/start.ts";
import type { Monitors } from "../monitors/start.ts";
import type { Embedder } from "../platform/embeddings/embedder.ts";
import type { Handles } from "../storage/index.ts";
import { createCountOpenIssues } from "./open-issues.ts";
import { createFindingMover } from "./readers/finding-mover.ts";
import { createFindingReader } from "./readers/findings.ts";
import { createIssueStatistics } from "./readers/issue-statistics.ts";
import { createIssueStore, createIssueWatch, type NotifyOfIssues } from "./records/issues.ts";
import { createTopicStore } from "./records/topics.ts";
import { issueRoutes } from "./routes/issues.ts";
import { createGroupByTopic } from "./stages/group-by-topic.ts";
import { createIssueScheduler } from "./stages/issue-scheduler.ts";
import { createUpdateIssues } from "./stages/update-issues.ts";

interface IssuesDependencies {
  readonly handles: Pick<Handles, "db" | "clickhouse" | "telemetry" | "shutdownStack" | "baseUrl" | "now">;
  readonly datapoints: Pick<Datapoints, "reader" | "traceOutlines">;
  readonly monitors: Pick<Monitors, "store" | "thresholdOf" | "changed">;
  readonly embedder: Pick<Embedder, "embed">;
  readonly notify: NotifyOfIssues;
}

export type Issues = ReturnType<typeof startIssues>;

/** Assembles the stage "update issues", and changes issues as time passes. */
export function startIssues({ handles, datapoints, monitors, embedder, notify }: IssuesDependencies) {
  const { db, clickhouse, telemetry, shutdownStack, baseUrl, now } = handles;
  const store = createIssueStore(db, notify);
  const watch = createIssueWatch(db);
  const findings = createFindingReader({ clickhouse });
  const statistics = createIssueStatistics({ clickhouse });
  const scheduler = createIssueScheduler({
    issueWatch: watch,
    issues: store,
    findings,
    telemetry,
    now,
    everyMs: 30_000,
  });
  scheduler.start();
  shutdownStack.add(() => scheduler.stop());
  return {
    store,
    watch,
    findings,
    update: createUpdateIssues({ issues: store, findings, statistics, thresholdOf: monitors.thresholdOf, now }),
    groupByTopic: createGroupByTopic({
      topics: createTopicStore(db, now),
      monitors: monitors.store,
      embedder,
      deadlineMs: 2000,
    }),
    countOpen: createCountOpenIssues(store),
    routes: ({ findScenarioSet }: Pick<Parameters<typeof issueRoutes>[0], "findScenarioSet">) =>
      issueRoutes({
        findScenarioSet,
        issues: store,
        findings,
        issueStatistics: statistics,
        monitors: monitors.store,
        monitorsChanged: monitors.changed,
        mover: createFindingMover({ clickhouse }),
        datapoints: datapoints.reader,
        traceOutlines: datapoints.traceOutlines,
        baseUrl,
        now,
      }),
  };
}
