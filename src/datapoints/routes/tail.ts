import { PassThrough } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { messageOf } from "../../platform/failure.ts";
import type { AccountId, ProjectId } from "../../platform/ids.ts";
import { defineRoute, QueryText, refusal } from "../../server/service.ts";
import type { DatapointReader } from "../ports/datapoint-reader.ts";
import { datapointFields, type Query } from "../query/index.ts";
import { queryOf } from "./requested-range.ts";
import { rowJson } from "./row-json.ts";

const pollEveryMs = 1000;
const beatEveryMs = 15_000;
const longestMs = 3_600_000;
const rowsAtOnce = 50;
const tailsAtMost = 32;
const tailsOfAccountAtMost = 8;
const authorizeEveryMs = 5000;
/** Write batches that were made earlier can become visible a little later than others. */
const overlapMicros = 10_000_000;
const rememberedIds = 2000;

interface TailDependencies {
  readonly datapoints: DatapointReader;
  /** False from the termination signal on. */
  readonly isServing?: () => boolean;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Streams arrivals as server-sent events: ClickHouse applies the filter, at most fifty rows a second are sent
 * with the total count, and nothing is read while the client has not consumed what was sent.
 */
export function tailRoutes(dependencies: TailDependencies) {
  const open = new Map<AccountId, number>();
  return [
    defineRoute({
      method: "GET",
      path: "/datapoints/tail",
      scope: "read",
      tag: "datapoints",
      summary: "Follow matching datapoints as they arrive, as server-sent events",
      query: {
        q: QueryText.default(""),
        since: z.coerce
          .number()
          .int()
          .positive()
          .optional()
          .describe("Id of the last received event, to resume after it"),
      },
      answers: {
        200: z
          .string()
          .describe(
            "text/event-stream: `rows` with {items, among}; `wrong` with {detail} for a failed read, and `rows` once reads succeed again",
          ),
      },
      handle({ principal, query: { q, since }, stillAllowed }) {
        const query = queryOf(q, dependencies.now(), { fields: datapointFields });
        const { accountId } = principal;
        const ofAccount = open.get(accountId) ?? 0;
        const ofAll = [...open.values()].reduce((sum, count) => sum + count, 0);
        if (ofAccount >= tailsOfAccountAtMost || ofAll >= tailsAtMost)
          throw refusal("too-many-requests", `${ofAccount} live tails of this account are open already: close one`);
        const stream = new PassThrough({ highWaterMark: 262_144 });
        open.set(accountId, ofAccount + 1);
        stream.once("close", () => open.set(accountId, (open.get(accountId) ?? 1) - 1));
        void follow(
          dependencies,
          { project: principal.projectId, query, since: since ?? dependencies.now() * 1000, stillAllowed },
          stream,
        );
        return Promise.resolve({
          status: 200,
          body: stream,
          contentType: "text/event-stream; charset=utf-8",
          headers: { "cache-control": "no-store", "x-accel-buffering": "no" },
        });
      },
    }),
  ];
}

interface Followed {
  readonly project: ProjectId;
  readonly query: Query;
  readonly since: number;
  readonly stillAllowed: () => Promise<boolean>;
}

async function follow(
  dependencies: TailDependencies,
  { project, query, since, stillAllowed }: Followed,
  stream: PassThrough,
): Promise<void> {
  const { datapoints, now, isServing = () => true } = dependencies;
  const sent = new Set<string>();
  const began = now();
  let watermark = since;
  let lastSentAt = 0;
  let authorizedAt = performance.now();
  let isBroken = false;
  const send = (text: string) => {
    lastSentAt = now();
    stream.write(text);
  };
  send(`retry: 2000\nid: ${watermark}\n: following\n\n`);
  while (!stream.destroyed && isServing() && now() - began < longestMs) {
    if (performance.now() - authorizedAt >= authorizeEveryMs) {
      if (!(await stillAllowed())) break;
      authorizedAt = performance.now();
    }
    // While sent data is unread, reading more would only buffer it here.
    if (!stream.writableNeedDrain) await poll();
    if (now() - lastSentAt > beatEveryMs) send(": still here\n\n");
    await pause(pollEveryMs);
  }
  stream.end();

  async function poll(): Promise<void> {
    try {
      const from = { since: Math.max(since, watermark - overlapMicros), now: now() };
      const { items, among, until } = await datapoints.arrived(project, query, from, rowsAtOnce + sent.size);
      watermark = Math.max(watermark, until);
      const fresh = items.filter(({ id }) => !sent.has(id));
      // After a failed read, an empty `rows` event reports that reads succeed again.
      if (fresh.length === 0 && !isBroken) return;
      isBroken = false;
      for (const { id } of fresh) sent.add(id);
      for (const id of sent) if (sent.size > rememberedIds) sent.delete(id);
      const rows = fresh.slice(0, rowsAtOnce).map(rowJson);
      const batch = { items: rows, among: Math.max(rows.length, among - (items.length - fresh.length)) };
      send(`event: rows\nid: ${watermark}\ndata: ${JSON.stringify(batch)}\n\n`);
    } catch (thrown) {
      isBroken = true;
      send(`event: wrong\ndata: ${JSON.stringify({ detail: messageOf(thrown) })}\n\n`);
    }
  }
}
