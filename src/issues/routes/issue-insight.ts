import { z } from "zod";
import {
  type Datapoint,
  type DatapointReader,
  printFieldValue,
  type TraceOutlineReader,
} from "../../datapoints/index.ts";
import { datapointJson } from "../../datapoints/service.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { appLinks, defineRoute, Id, isoTime, ok } from "../../server/service.ts";
import { Differences, IssueDetail, IssueTrend, SimilarIssues } from "../contract/issue.ts";
import { failedPart } from "../failed-part.ts";
import type { Issue } from "../issue.ts";
import { overRepresented } from "../over-represented.ts";
import type { FindingReader } from "../ports/findings.ts";
import type { IssueStatistics } from "../ports/issue-statistics.ts";
import type { IssueStore } from "../ports/issues.ts";
import { similarIssues } from "../similar-issues.ts";
import { issueMarkdown } from "./issue-markdown.ts";
import type { IssueReading } from "./issue-reading.ts";

interface IssueInsightRouteDependencies {
  readonly issues: IssueStore;
  readonly findings: FindingReader;
  readonly issueStatistics: IssueStatistics;
  readonly datapoints: DatapointReader;
  readonly traceOutlines: Pick<TraceOutlineReader, "span">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Base URL for links, without a trailing slash. */
  readonly baseUrl: () => string;
}

const dayMs = 86_400_000;
const lookedAt = 50_000;
const newestIssues = 500;
const similarAtMost = 8;

/** Routes for details of one issue. */
export function issueInsightRoutes(
  { issues, findings, issueStatistics, datapoints, traceOutlines, now, baseUrl }: IssueInsightRouteDependencies,
  { find, groupOf, shown, detail }: IssueReading,
) {
  const byId = { id: Id.describe("Id or number of the issue") };

  return [
    defineRoute({
      method: "GET",
      path: "/issues/:id",
      scope: "read",
      tag: "issues",
      summary: "Show an issue with its history; `as=markdown` gives a text to paste into a coding agent",
      params: byId,
      query: { as: z.enum(["json", "markdown"]).default("json") },
      answers: { 200: IssueDetail },
      async handle({ principal: { projectId }, params, query }) {
        const issue = await find(projectId, params.id);
        const whole = await detail(projectId, issue);
        if (query.as === "json") return ok(whole);
        const [sample, differences, newest] = await Promise.all([
          datapoints.get(projectId, issue.sampleDatapointId),
          differencesOf(projectId, issue).catch(() => undefined),
          findings.occurrences(projectId, await groupOf(projectId, issue), { limit: 5 }),
        ]);
        const stack =
          sample &&
          (failedPart(sample.datapoint, issue.check).error?.stack ?? (await stackOf(projectId, sample.datapoint)));
        const text = issueMarkdown({
          issue: whole,
          links: appLinks(baseUrl(), projectId),
          ...(sample
            ? {
                sample: {
                  datapoint: datapointJson(sample.datapoint),
                  verdicts: sample.verdicts,
                  failedSteps: sample.datapoint.failedSteps,
                  stack,
                },
              }
            : {}),
          ...(differences ? { differences } : {}),
          occurrences: newest.items,
        });
        return { status: 200, body: text, contentType: "text/markdown; charset=utf-8" };
      },
    }),

    defineRoute({
      method: "GET",
      path: "/issues/:id/trend",
      scope: "read",
      tag: "issues",
      summary: "Count the occurrences of an issue over the last days",
      params: byId,
      query: { days: z.coerce.number().int().min(1).max(90).default(14) },
      answers: { 200: IssueTrend },
      async handle({ principal: { projectId }, params, query: { days } }) {
        const issue = await find(projectId, params.id);
        const stepMs = days <= 2 ? 3_600_000 : days <= 14 ? 6 * 3_600_000 : dayMs;
        // Steps begin at round times, so that a bar stays the same between requests.
        const to = Math.ceil((now() + 1) / stepMs) * stepMs;
        const count = Math.ceil((days * dayMs) / stepMs);
        const from = to - count * stepMs;
        const trends = await findings.trend(projectId, [await groupOf(projectId, issue)], { from, stepMs, count });
        const counts = trends.get(issue.id) ?? Array.from({ length: count }, () => 0);
        return ok({ from: isoTime(from), stepMs, counts });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/issues/:id/differences",
      scope: "read",
      tag: "issues",
      summary:
        "Show which values are more frequent among its occurrences than among the same monitor's other datapoints",
      params: byId,
      answers: { 200: Differences },
      handle: async ({ principal: { projectId }, params }) =>
        ok(await differencesOf(projectId, await find(projectId, params.id))),
    }),

    defineRoute({
      method: "GET",
      path: "/issues/:id/similar",
      scope: "read",
      tag: "issues",
      summary: "List issues among the newest that read alike and may have the same cause, most similar first",
      params: byId,
      answers: { 200: SimilarIssues },
      async handle({ principal: { projectId }, params }) {
        const issue = await find(projectId, params.id);
        const newest = await issues.list(projectId, {}, { limit: newestIssues });
        const similar = similarIssues(issue, newest.items).slice(0, similarAtMost);
        const items = await shown(
          projectId,
          similar.map((one) => one.issue),
        );
        return ok({
          items: items.flatMap((json, index) => {
            const { score = 0, reasons = [] } = similar[index] ?? {};
            return { issue: json, score, reasons: [...reasons] };
          }),
        });
      },
    }),
  ];

  /** Returns the stack trace of the exception that the call's span recorded. */
  async function stackOf(project: ProjectId, { traceId, spanId }: Datapoint): Promise<string | undefined> {
    const found = await traceOutlines.span(project, traceId, spanId);
    const exceptions = found?.spans[0]?.span.events.filter(({ name }) => name === "exception") ?? [];
    const stack = exceptions.at(-1)?.attributes.get("exception.stacktrace");
    return typeof stack === "string" ? stack : undefined;
  }

  /** Compares within the last week of occurrences, because older datapoints say little about the cause. */
  async function differencesOf(project: ProjectId, issue: Issue): Promise<Differences> {
    const to = issue.lastSeenAt + 3_600_000;
    const from = Math.max(to - 7 * dayMs, issue.firstSeenAt - dayMs);
    const range = { from, to, monitor: issue.monitorId, sample: lookedAt };
    const contrast = await issueStatistics.contrast(project, await groupOf(project, issue), range);
    return {
      from: isoTime(from),
      to: isoTime(to),
      occurrences: contrast.inside,
      others: contrast.outside,
      compared: contrast.values.length,
      method:
        "Fisher's exact test, one-sided, adjusted by Benjamini and Hochberg; p < 0.01 and 10 points of difference",
      values: overRepresented(contrast)
        .slice(0, 20)
        .map(({ field, value, ...rest }) => ({ field, value, query: printFieldValue(field, value), ...rest })),
    };
  }
}
