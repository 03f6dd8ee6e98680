import { z } from "zod";
import { asDatapointId, type ProjectId } from "../../platform/ids.ts";
import type { ClickHouse } from "../../storage/index.ts";
import type { Datapoint, DialogHistory, DialogTurn, Message } from "../datapoint.ts";
import { historyLimits, limitedHistory, turnOf } from "../dialog/dialog-history.ts";
import { type DialogLink, dialogLinkOf, linkAttributes } from "../dialog/dialog-link.ts";
import type { DialogHistoryReader } from "../ports/dialog-history-reader.ts";
import { attributesOfColumn } from "./details.ts";
import { timeParam } from "./reads.ts";

const dayMs = 86_400_000;
/** Providers hold a response for 30 days. Their clocks and the sender's may differ by minutes. */
const lookBackMs = 31 * dayMs;
const clocksDifferMs = 600_000;
/** A chain is read link by link; a page does not wait longer for the oldest turns. */
const readMs = 3000;

const Call = z.strictObject({
  id: z.string(),
  partitionTime: z.number(),
  startedAt: z.number(),
  traceId: z.string(),
  spanId: z.string(),
  sessionId: z.string().nullable(),
});
type Call = z.infer<typeof Call>;
const Payload = z.strictObject({ id: z.string(), input: z.string(), output: z.string() });

const callColumns = `id, toFloat64(toUnixTimestamp64Milli(at)) AS partitionTime,
  toUnixTimestamp64Micro(started_at) / 1000 AS startedAt, trace_id AS traceId, span_id AS spanId, session_id AS sessionId`;

/** Follows previous responses and conversations to earlier datapoints of the same project. */
export function createDialogHistoryReader({
  clickhouse,
  clock = () => performance.now(),
}: {
  readonly clickhouse: ClickHouse;
  /** Monotonic milliseconds. */
  readonly clock?: () => number;
}): DialogHistoryReader {
  return {
    read(project, link, { id, startedAt }) {
      const known = new Set<string>([id]);
      return link.kind === "response" ? chain(project, link, startedAt, known) : held(project, link, { id, startedAt });
    },
  };

  /** Walks from response to response. Each call is visited once, so that a cycle of ids ends. */
  async function chain(project: ProjectId, first: DialogLink, startedAt: number, seen: Set<string>) {
    const until = clock() + readMs;
    const calls: Call[] = [];
    let link: DialogLink | undefined = first;
    let rest: Pick<DialogHistory, "missingResponseId" | "isCut"> = {};
    while (link?.kind === "response") {
      if (calls.length >= historyLimits.turns || clock() > until) {
        rest = { isCut: true };
        break;
      }
      const call = await callOf(project, link.responseId, calls[0]?.startedAt ?? startedAt);
      if (!call) rest = { missingResponseId: link.responseId };
      if (!call || seen.has(call.id)) break;
      seen.add(call.id);
      calls.unshift(call);
      link = await linkOf(project, call);
    }
    return limitedHistory({ heldBy: "provider", turns: await turnsOf(project, calls), ...rest });
  }

  async function callOf(project: ProjectId, responseId: string, before: number): Promise<Call | undefined> {
    const rows = await clickhouse.select(
      "find a response",
      `SELECT ${callColumns} FROM datapoints FINAL
       WHERE project_id = {project:String} AND response_id = {responseId:String}
         AND at >= {from:DateTime64(3, 'UTC')} AND at <= {to:DateTime64(3, 'UTC')}
       ORDER BY at DESC, id DESC LIMIT 1`,
      { project, responseId, from: timeParam(before - lookBackMs), to: timeParam(before + clocksDifferMs) },
    );
    return z.array(Call).parse(rows)[0];
  }

  /** Returns the earlier calls of a conversation that did not fail: a failed one adds nothing to it. */
  async function held(
    project: ProjectId,
    { conversationId, sessionId, heldBy }: DialogLink & { kind: "conversation" },
    { id, startedAt }: Pick<Datapoint, "id" | "startedAt">,
  ): Promise<DialogHistory | undefined> {
    const ofConversation =
      conversationId === sessionId
        ? ""
        : "AND has([attributes['gen_ai.conversation.id'], attributes['gen_ai.thread.id']], {conversation:String})";
    const rows = await clickhouse.select(
      "read a conversation",
      `SELECT ${callColumns} FROM datapoints FINAL
       WHERE project_id = {project:String} AND session_id = {session:String} AND id != {id:String}
         AND at <= {to:DateTime64(3, 'UTC')} AND started_at <= {before:DateTime64(6, 'UTC')}
         AND error_type IS NULL AND operation != 'embedding' ${ofConversation}
       ORDER BY at DESC, id DESC LIMIT ${historyLimits.turns + 1}`,
      {
        project,
        id,
        session: sessionId,
        conversation: JSON.stringify(conversationId),
        to: timeParam(startedAt + clocksDifferMs),
        before: timeParam(startedAt),
      },
    );
    const calls = z.array(Call).parse(rows).toReversed();
    if (calls.length === 0) return undefined;
    const turns = await turnsOf(project, calls);
    const isCut = calls.length > historyLimits.turns ? { isCut: true as const } : {};
    return limitedHistory({ heldBy, turns: heldBy === "provider" ? turns : fromLastWhole(turns), ...isCut });
  }

  async function linkOf(project: ProjectId, { traceId, spanId, sessionId }: Call): Promise<DialogLink | undefined> {
    const rows = await clickhouse.select(
      "read the link of a call",
      `SELECT mapFilter((key, value) -> key IN {keys:Array(String)}, attributes) AS attributes FROM spans FINAL
       WHERE project_id = {project:String} AND trace_id = {traceId:String} AND span_id = {spanId:String}`,
      { project, traceId, spanId, keys: linkAttributes },
    );
    const [row] = rows as { attributes: Readonly<Record<string, string>> }[];
    const call = { source: "proxy", input: [], ...(sessionId === null ? {} : { sessionId }) } as const;
    return row && dialogLinkOf({ ...call, attributes: attributesOfColumn(row.attributes) });
  }

  async function turnsOf(project: ProjectId, calls: readonly Call[]): Promise<readonly DialogTurn[]> {
    if (calls.length === 0) return [];
    const rows = await clickhouse.select(
      "read the turns of a dialog",
      `SELECT id, input, output FROM payloads FINAL WHERE project_id = {project:String}
         AND at IN {times:Array(DateTime64(3, 'UTC'))} AND id IN {ids:Array(String)}`,
      {
        project,
        times: calls.map(({ partitionTime }) => timeParam(partitionTime)),
        ids: calls.map(({ id }) => id),
      },
    );
    const payloads = new Map(
      z
        .array(Payload)
        .parse(rows)
        .map((payload) => [payload.id, payload]),
    );
    return calls.flatMap(({ id, startedAt }) => {
      const payload = payloads.get(id);
      if (!payload) return [];
      const [input, output] = [payload.input, payload.output].map((json) => JSON.parse(json) as readonly Message[]);
      return turnOf({ id: asDatapointId(id), startedAt, input: input ?? [], output: output ?? [] });
    });
  }
}

/** A request with answers repeats its dialog: what came before it would be shown twice. */
function fromLastWhole(turns: readonly DialogTurn[]): readonly DialogTurn[] {
  const repeats = ({ messages }: DialogTurn) =>
    messages.filter(({ role }) => role === "assistant").length > 1 && messages.at(0)?.role === "user";
  return turns.slice(Math.max(0, turns.findLastIndex(repeats)));
}
