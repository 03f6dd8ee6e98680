import { PassThrough } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { messageOf } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { QueryText } from "../../server/contract/common.ts";
import { queryOf } from "../../server/routes/asked-range.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, refusal } from "../../server/routes/route.ts";
import { rowJson } from "../../server/routes/to-json.ts";
import { datapointFields, type Query } from "../query/index.ts";

const lookEveryMs = 1000;
const beatEveryMs = 15_000;
const longestMs = 3_600_000;
const rowsAtOnce = 50;
const tailsAtMost = 32;
/** Plans that were made earlier may be stored a little later than others. */
const overlapMicros = 10_000_000;
const rememberedIds = 2000;

type Needs = Pick<ApiNeeds, "datapoints" | "isServing" | "now">;

/**
 * What arrives, as server-sent events: the filter is applied by the engine, at most fifty rows a second are sent with
 * how many there were, and nothing is read while the reader does not take what was sent.
 */
export function tailRoutes(needs: Needs) {
  let open = 0;
  return [
    defineRoute({
      method: "GET",
      path: "/datapoints/tail",
      scope: "read",
      tag: "datapoints",
      summary: "Follow matching datapoints as they arrive, as server-sent events",
      query: {
        q: QueryText.default(""),
        since: z.coerce.number().int().positive().optional().describe("Id of the last event seen, to go on behind it"),
      },
      answers: {
        200: z
          .string()
          .describe(
            "text/event-stream: `rows` with {items, among}; `wrong` with {detail} for a look that failed, and `rows` once they go on",
          ),
      },
      handle({ principal, query: { q, since } }) {
        const query = queryOf(q, needs.now(), { fields: datapointFields });
        if (open >= tailsAtMost) throw refusal("too-many-requests", `${tailsAtMost} are followed already`);
        const stream = new PassThrough({ highWaterMark: 262_144 });
        open++;
        stream.once("close", () => open--);
        void follow(needs, { project: principal.projectId, query, since: since ?? needs.now() * 1000 }, stream);
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
}

async function follow(needs: Needs, { project, query, since }: Followed, stream: PassThrough): Promise<void> {
  const { datapoints, now, isServing = () => true } = needs;
  const sent = new Set<string>();
  const began = now();
  let mark = since;
  let saidAt = 0;
  let isBroken = false;
  const say = (text: string) => {
    saidAt = now();
    stream.write(text);
  };
  say(`retry: 2000\nid: ${mark}\n: following\n\n`);
  while (!stream.destroyed && isServing() && now() - began < longestMs) {
    // What was sent has not been taken yet: looking for more would only pile it up here.
    if (!stream.writableNeedDrain) await look();
    if (now() - saidAt > beatEveryMs) say(": still here\n\n");
    await pause(lookEveryMs);
  }
  stream.end();

  async function look(): Promise<void> {
    try {
      const from = { since: Math.max(since, mark - overlapMicros), now: now() };
      const { items, among, until } = await datapoints.arrived(project, query, from, rowsAtOnce + sent.size);
      mark = Math.max(mark, until);
      const fresh = items.filter(({ id }) => !sent.has(id));
      // After a look that failed, one without anything new says that they go on.
      if (fresh.length === 0 && !isBroken) return;
      isBroken = false;
      for (const { id } of fresh) sent.add(id);
      for (const id of sent) if (sent.size > rememberedIds) sent.delete(id);
      const rows = fresh.slice(0, rowsAtOnce).map(rowJson);
      const told = { items: rows, among: Math.max(rows.length, among - (items.length - fresh.length)) };
      say(`event: rows\nid: ${mark}\ndata: ${JSON.stringify(told)}\n\n`);
    } catch (thrown) {
      isBroken = true;
      say(`event: wrong\ndata: ${JSON.stringify({ detail: messageOf(thrown) })}\n\n`);
    }
  }
}
