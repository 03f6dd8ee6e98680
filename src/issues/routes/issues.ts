import { z } from "zod";
import type { DatapointReader, TraceOutlineReader } from "../../datapoints/index.ts";
import { issueKinds, queryOf, rowJson } from "../../datapoints/service.ts";
import type { MonitorStore } from "../../monitors/index.ts";
import type { IssueId, ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, isoTime, notFound, ok, PageQuery, pageOf, QueryText, refusal } from "../../server/service.ts";
import { Issue, IssueDetail, IssueRequest, MergeRequest, Occurrence, SplitRequest } from "../contract/issue.ts";
import { type Issue as DomainIssue } from "../issue.ts";
import type { IssueChange } from "../issue-change.ts";
import { decideMerge, decideRequest, decideSplit } from "../issue-requests.ts";
import { issueStates } from "../issue-state.ts";
import type { FindingMover } from "../ports/finding-mover.ts";
import type { FindingReader } from "../ports/findings.ts";
import type { IssueStatistics } from "../ports/issue-statistics.ts";
import type { IssueStore } from "../ports/issues.ts";
import { issueSorts } from "../ports/issues.ts";
import type { FindScenarioSet } from "../ports/scenario-sets.ts";
import { issueFields } from "../query/issue-fields.ts";
import { issueBulkRoutes } from "./issue-bulk.ts";
import { issueGroupingRoutes } from "./issue-grouping.ts";
import { issueInsightRoutes } from "./issue-insight.ts";
import { countedSorts, createIssueRanking, isCounted } from "./issue-ranking.ts";
import { createIssueReading } from "./issue-reading.ts";
import { createIssueRequestReader } from "./issue-request-reader.ts";

interface IssueRouteDependencies {
  readonly findScenarioSet: FindScenarioSet;
  readonly issues: IssueStore;
  readonly findings: FindingReader;
  readonly issueStatistics: IssueStatistics;
  readonly monitors: MonitorStore;
  readonly monitorsChanged: (project: ProjectId) => void;
  readonly mover: FindingMover;
  readonly datapoints: DatapointReader;
  readonly traceOutlines: Pick<TraceOutlineReader, "span">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Base URL for links, without a trailing slash. */
  readonly baseUrl: () => string;
}

/** One of the words, or several as repeated parameters or separated by commas. */
const severalOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((text) => text.split(",")))
    .pipe(z.array(z.enum(words)).min(1))
    .optional()
    .describe(`One or several of ${words.join(", ")}, separated by commas`);

export function issueRoutes(dependencies: IssueRouteDependencies) {
  const { issues, findings, now } = dependencies;
  const byId = { id: Id.describe("Id or number of the issue") };
  const reading = createIssueReading(dependencies);
  const { find, groupOf, shown, detail } = reading;
  const ranked = createIssueRanking(dependencies);
  const readRequests = createIssueRequestReader(dependencies, reading);

  return [
    defineRoute({
      method: "GET",
      path: "/issues",
      scope: "read",
      tag: "issues",
      summary: "List issues, most recently seen first by default",
      query: {
        state: severalOf(issueStates),
        kind: severalOf(issueKinds),
        q: QueryText.default("").describe("A query in the fields of issues, with AND, OR, NOT; see docs/query.md"),
        sort: z
          .enum([...issueSorts, ...countedSorts])
          .default("last_seen")
          .describe("Largest or newest first. occurrences, users and trend (of 24 hours) order the 1000 seen last"),
        ...PageQuery,
      },
      answers: { 200: pageOf(Issue) },
      async handle({ principal: { projectId, actor }, query: { state, kind, q, sort, limit, cursor } }) {
        const query = queryOf(q, now(), { fields: issueFields });
        const filter = {
          query,
          me: actor,
          ...(state ? { states: state } : {}),
          ...(kind ? { kinds: kind } : {}),
        };
        const pageRequest = { limit, ...(cursor === undefined ? {} : { cursor }) };
        const page = isCounted(sort)
          ? await ranked(projectId, filter, { ...pageRequest, sort })
          : await issues.list(projectId, { ...filter, sort }, pageRequest);
        const items = await shown(projectId, page.items);
        return ok({ items, ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }) });
      },
    }),

    ...issueInsightRoutes(dependencies, reading),
    ...issueBulkRoutes(dependencies, reading, readRequests),
    ...issueGroupingRoutes(dependencies, reading),

    defineRoute({
      method: "GET",
      path: "/issues/:id/occurrences",
      scope: "read",
      tag: "issues",
      summary: "List the flagged datapoints of an issue, newest first",
      params: byId,
      query: PageQuery,
      answers: { 200: pageOf(Occurrence) },
      async handle({ principal: { projectId }, params, query: { limit, cursor } }) {
        const group = await groupOf(projectId, await find(projectId, params.id));
        const pageRequest = { limit, ...(cursor === undefined ? {} : { cursor }) };
        const page = await findings.occurrences(projectId, group, pageRequest);
        const items = page.items.map((one) => ({ ...one, datapoint: rowJson(one.datapoint), at: isoTime(one.at) }));
        return ok({ items, ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }) });
      },
    }),

    defineRoute({
      method: "PATCH",
      path: "/issues/:id",
      scope: "write",
      tag: "issues",
      summary: "Acknowledge, resolve, ignore, reopen, assign or link an issue, or add a note",
      params: byId,
      body: IssueRequest,
      answers: { 200: IssueDetail },
      async handle({ principal: { projectId, actor }, params, body }) {
        const issue = await find(projectId, params.id);
        const requestOf = await readRequests(projectId, [issue], body);
        return answer(projectId, issue.id, [issue.id], (known) => {
          const before = known.get(issue.id);
          if (!before) throw notFound("issue");
          return accepted(decideRequest(before, requestOf(issue), { actor, at: now() }), "state");
        });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/issues/:id/merge",
      scope: "write",
      tag: "issues",
      summary: "Merge other issues into this one, with their past and future findings",
      params: byId,
      body: MergeRequest,
      answers: { 200: IssueDetail },
      async handle({ principal: { projectId, actor }, params, body }) {
        const head = await find(projectId, params.id);
        const others = await Promise.all(body.issues.map((key) => find(projectId, key)));
        const ids = [...new Set([head.id, ...others.map(({ id }) => id)])];
        return answer(projectId, head.id, ids, (known) => {
          const before = known.get(head.id);
          if (!before) throw notFound("issue");
          // Issues already merged into the others are included.
          return accepted(decideMerge(before, [...known.values()], { actor, at: now() }), "issues");
        });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/issues/:id/split",
      scope: "write",
      tag: "issues",
      summary: "Take something that was merged into this issue out again",
      params: byId,
      body: SplitRequest,
      answers: { 200: IssueDetail },
      async handle({ principal: { projectId, actor }, params, body }) {
        const head = await find(projectId, params.id);
        return answer(projectId, head.id, [head.id], (known) => {
          const before = known.get(head.id);
          const member = [...known.values()].find(({ id, number }) => id === body.issue || `${number}` === body.issue);
          if (!before || !member) throw refusal("conflict", "this is not merged into the issue", "issue");
          return accepted(decideSplit(before, member, { actor, at: now() }), "issue");
        });
      },
    }),
  ];

  async function answer(
    project: ProjectId,
    head: IssueId,
    ids: readonly IssueId[],
    decide: (known: ReadonlyMap<IssueId, DomainIssue>) => readonly IssueChange[],
  ) {
    await issues.change(project, ids, decide);
    return ok(await detail(project, await find(project, head)));
  }
}

function accepted(decided: ReturnType<typeof decideRequest>, field: string): readonly IssueChange[] {
  if ("refused" in decided) throw refusal("conflict", decided.refused, field);
  return decided.changes;
}
