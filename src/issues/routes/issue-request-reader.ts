import type { z } from "zod";
import type { IssueId, ProjectId } from "../../platform/ids.ts";
import { refusal } from "../../server/service.ts";
import type { IssueRequest } from "../contract/issue.ts";
import type { Issue } from "../issue.ts";
import type { IssueRequest as Requested } from "../issue-requests.ts";
import type { FindingReader } from "../ports/findings.ts";
import type { IssueStatistics } from "../ports/issue-statistics.ts";
import type { FindScenarioSet } from "../ports/scenario-sets.ts";
import type { IssueReading } from "./issue-reading.ts";

const monthMs = 30 * 86_400_000;

interface IssueRequestReaderDependencies {
  readonly findings: FindingReader;
  readonly issueStatistics: IssueStatistics;
  readonly findScenarioSet: FindScenarioSet;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Reads what a change of several issues needs: known releases and current occurrences, each read once for all
 * issues.
 */
export function createIssueRequestReader(
  { findings, issueStatistics, findScenarioSet, now }: IssueRequestReaderDependencies,
  { groupOf }: Pick<IssueReading, "groupOf">,
) {
  return async (
    project: ProjectId,
    issues: readonly Issue[],
    body: z.output<typeof IssueRequest>,
  ): Promise<(issue: Pick<Issue, "id">) => Requested> => {
    refuseMisplaced(body);
    const { state, resolution, ignoreUntil, ignoreOccurrences, assignee, note, link, unlink, resolveAfterRunOf } = body;
    const common: Requested = {
      ...(state === undefined ? {} : { state }),
      ...(resolution === undefined ? {} : { resolution: await resolutionOf(project, resolution) }),
      ...(ignoreUntil === undefined ? {} : { ignoring: { kind: "until", at: ignoreUntil } }),
      ...(assignee === undefined ? {} : { assignee }),
      ...(note === undefined ? {} : { note }),
      ...(link === undefined ? {} : { link }),
      ...(unlink === undefined ? {} : { unlink }),
      ...(resolveAfterRunOf === undefined ? {} : { awaited: await awaitedOf(project, resolveAfterRunOf) }),
    };
    if (ignoreOccurrences === undefined) return () => common;
    const sofar = await occurrencesOf(project, issues);
    return ({ id }) => ({
      ...common,
      ignoring: { kind: "count", occurrences: (sofar.get(id) ?? 0) + ignoreOccurrences },
    });
  };

  function refuseMisplaced({ state, resolution, ignoreUntil, ignoreOccurrences }: z.output<typeof IssueRequest>): void {
    if (resolution !== undefined && state !== "resolved") throw misplaced("resolution", "resolved");
    if (ignoreUntil !== undefined && state !== "ignored") throw misplaced("ignoreUntil", "ignored");
    if (ignoreOccurrences !== undefined && state !== "ignored") throw misplaced("ignoreOccurrences", "ignored");
    if (ignoreUntil !== undefined && ignoreUntil <= now())
      throw refusal("invalid-request", "must be in the future", "ignoreUntil");
  }

  async function resolutionOf(project: ProjectId, kind: "now" | "next_release") {
    if (kind === "now") return { kind } as const;
    const known = await issueStatistics.releases(project, { from: now() - monthMs, to: now() + 1 });
    if (known.length === 0)
      throw refusal(
        "conflict",
        "no call has a release: set service.version, so that later releases can be recognized",
        "resolution",
      );
    return { kind, known } as const;
  }

  async function awaitedOf(project: ProjectId, key: string) {
    if (key === "") return { id: "", name: "" } as const;
    const set = await findScenarioSet(project, key);
    if (!set) throw refusal("invalid-request", "the scenario set does not exist", "resolveAfterRunOf");
    return { id: set.id, name: set.name };
  }

  async function occurrencesOf(project: ProjectId, issues: readonly Issue[]): Promise<ReadonlyMap<IssueId, number>> {
    const counts = await findings.counts(project, await Promise.all(issues.map((issue) => groupOf(project, issue))));
    return new Map([...counts].map(([id, { occurrences }]) => [id, occurrences]));
  }
}

export type IssueRequestReader = ReturnType<typeof createIssueRequestReader>;

const misplaced = (field: string, state: string) =>
  refusal("invalid-request", `goes with the state ${state} only`, field);
