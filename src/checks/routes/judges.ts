import { isIP } from "node:net";
import { z } from "zod";
import { verdictJson } from "../../datapoints/service.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import { Failure } from "../../platform/failure.ts";
import type { AddressGuard } from "../../platform/http/address.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, isoTime, notFound, ok, refusal } from "../../server/service.ts";
import { Judge, JudgeChange, JudgeTest, NewJudge } from "../contract/judge.ts";
import { dayOf, isJudgeCheck, type JudgeModel } from "../judges/judge.ts";
import { judgeSample } from "../judges/judge-sample.ts";
import type { JudgeStore, Judging, SpendStore } from "../ports/judges.ts";
import { verdictNow } from "../stages/evaluate.ts";
import type { KnownChecks } from "../stages/known-checks.ts";

interface JudgeRoutesDependencies {
  readonly judges: JudgeStore;
  readonly spend: Pick<SpendStore, "spent">;
  readonly judging: Judging;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
  /** Restricts the addresses of upstreams; host names are checked by their resolved address when a call connects. */
  readonly addressGuard: AddressGuard;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * A judge's key belongs to an external account and its calls cost money, so changing judges requires the admin
 * scope.
 */
export function judgeRoutes({
  judges,
  spend,
  judging,
  asynchronousChecks,
  addressGuard,
  now,
}: JudgeRoutesDependencies) {
  const byId = { id: Id };

  return [
    defineRoute({
      method: "GET",
      path: "/judges",
      scope: "read",
      tag: "judges",
      summary: "List the project's judge models with today's cost",
      answers: { 200: z.strictObject({ items: z.array(Judge) }) },
      async handle({ principal }) {
        const items = await judges.list(principal.projectId);
        return ok({ items: await Promise.all(items.map(shown)) });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/judges",
      scope: "admin",
      tag: "judges",
      summary: "Add a judge model; the first one becomes active",
      body: NewJudge,
      answers: { 201: Judge },
      async handle({ principal: { projectId }, body: { key, ...settings } }) {
        refuseAddress(settings.baseUrl, addressGuard);
        const at = now();
        const facts = { id: randomId("judge"), projectId, revision: 1, createdAt: at, updatedAt: at };
        const made: JudgeModel = { ...facts, ...withoutNull(settings) };
        if (!(await judges.add(made, key))) throw refusal("conflict", "the project has a judge of this name", "name");
        return { status: 201, body: await shown(await find(projectId, made.id)) };
      },
    }),

    defineRoute({
      method: "GET",
      path: "/judges/:id",
      scope: "read",
      tag: "judges",
      summary: "Show a judge model",
      params: byId,
      answers: { 200: Judge },
      handle: async ({ principal, params }) => ok(await shown(await find(principal.projectId, params.id))),
    }),

    defineRoute({
      method: "PATCH",
      path: "/judges/:id",
      scope: "admin",
      tag: "judges",
      summary: "Change a judge model; another host wipes its key unless a new one is given",
      params: byId,
      body: JudgeChange,
      answers: { 200: Judge },
      async handle({ principal: { projectId }, params, body: { key, ...changes } }) {
        const before = await find(projectId, params.id);
        if (changes.baseUrl !== undefined) refuseAddress(changes.baseUrl, addressGuard);
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
        const { temperature = null, price = null, ...rest } = before;
        const merged = { ...rest, temperature, price, ...given, revision: before.revision + 1, updatedAt: now() };
        const after = withoutNull(merged);
        const others = await judges.list(projectId);
        if (others.some(({ id, name }) => id !== after.id && name === after.name))
          throw refusal("conflict", "the project has a judge of this name", "name");
        if (!(await judges.replace(after, key))) throw refusal("conflict", "somebody else changed it at the same time");
        return ok(await shown(await find(projectId, params.id)));
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/judges/:id",
      scope: "admin",
      tag: "judges",
      summary: "Delete a judge model and its key",
      params: byId,
      answers: { 204: undefined },
      async handle({ principal: { projectId }, params }) {
        if (!(await judges.remove(projectId, params.id))) throw notFound("judge");
        return { status: 204 };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/judges/:id/test",
      scope: "write",
      tag: "judges",
      summary: "Send a judge model one easy check and report the result; the call is billed",
      params: byId,
      answers: { 200: JudgeTest },
      async handle({ principal: { projectId }, params }) {
        const judge = await find(projectId, params.id);
        const check = asynchronousChecks.library.get(judgeSample.check);
        if (!isJudgeCheck(check)) throw new Failure("defect", "the sample's check isn't a judge check");
        const datapoint = judgeSample.datapoint(projectId, now());
        const request = { datapoint, options: judgeSample.options };
        const came = await judging.judgeNow(projectId, check, { ...request, judge });
        const named = { ...request, check: check.name, version: check.version };
        const verdict = verdictNow(named, came, now());
        const isRight = verdict.state === judgeSample.expectedState;
        const problem = isRight
          ? undefined
          : (verdict.reason ?? `it judged a plain case wrongly: ${verdict.explanation ?? ""}`);
        return ok({ ok: isRight, ...(problem === undefined ? {} : { problem }), verdict: verdictJson(verdict) });
      },
    }),
  ];

  async function find(project: ProjectId, id: string): Promise<JudgeModel> {
    const found = await judges.get(project, id);
    if (!found) throw notFound("judge");
    return found;
  }

  async function shown(judge: JudgeModel) {
    const { projectId: _, createdAt, updatedAt, temperature = null, price = null, ...rest } = judge;
    const { kind, ...state } = judging.state(judge);
    const [hasKey, today] = await Promise.all([judges.hasKey(judge), spend.spent(judge, dayOf(now()))]);
    return {
      ...rest,
      temperature,
      price,
      hasKey,
      createdAt: isoTime(createdAt),
      updatedAt: isoTime(updatedAt),
      breaker: {
        state: kind,
        ...("until" in state ? { until: isoTime(state.until) } : {}),
        ...("reason" in state ? { reason: state.reason } : {}),
      },
      today,
    };
  }
}

type Nullable = Omit<JudgeModel, "temperature" | "price"> & {
  readonly temperature: number | null;
  readonly price: JudgeModel["price"] | null;
};

function withoutNull<Settings extends Pick<Nullable, "temperature" | "price">>({
  temperature,
  price,
  ...rest
}: Settings) {
  return { ...rest, ...(temperature === null ? {} : { temperature }), ...(price == null ? {} : { price }) };
}

/** Refuses an address that the HTTP client would never connect to. */
function refuseAddress(baseUrl: string, guard: AddressGuard): void {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) === 0 || guard(host)) return;
  const detail = "this address may not be connected to: who runs the service allows networks by GAFFE_ALLOW_NETWORKS";
  throw refusal("invalid-request", detail, "baseUrl");
}
