import { z } from "zod";
import type { Datapoint, DatapointReader, Recognize } from "../../datapoints/index.ts";
import { createGivenCall, evidenceTargets, VerdictJson as Verdict, verdictJson } from "../../datapoints/service.ts";
import { asDatapointId, type ProjectId } from "../../platform/ids.ts";
import { nearest } from "../../platform/nearest.ts";
import { createSearchIndex } from "../../platform/text/search-index.ts";
import { defineRoute, notFound, ok, refusal } from "../../server/service.ts";
import type { CodeCheck } from "../check.ts";
import { checkSubjects } from "../check.ts";
import type { CheckExample } from "../check-example.ts";
import { Check, EvaluateRequest } from "../contract/check.ts";
import { CheckDetail } from "../contract/custom-check.ts";
import type { CustomCheckStore, VerdictLabelStore } from "../ports/custom-checks.ts";
import type { JudgeStore } from "../ports/judges.ts";
import type { MonitorsUsing } from "../ports/monitors.ts";
import type { Evaluate } from "../stages/evaluate.ts";
import type { KnownChecks } from "../stages/known-checks.ts";
import type { AccuracyStatistics } from "../verdicts/accuracy.ts";
import { agreementOf } from "./agreement.ts";
import { checkJson, customCheckJson, definitionJson } from "./check-json.ts";
import { refuseWrongOptions } from "./requested-checks.ts";

interface CheckRoutesDependencies {
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Measured accuracy of a built-in check. */
  readonly accuracyOf: (check: string) => readonly AccuracyStatistics[];
  /** Example cases of a built-in check. */
  readonly examplesOf: (check: string) => readonly CheckExample[];
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
  readonly customChecks: CustomCheckStore;
  readonly evaluate: Evaluate;
  readonly datapoints: DatapointReader;
  readonly monitorsUsing: MonitorsUsing;
  readonly verdictLabels: VerdictLabelStore;
  readonly recognize: Recognize;
  readonly judges: JudgeStore;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const filters = {
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe("Words of the name, title or description: best matches first"),
  kind: z.enum(["code", "judge"]).optional(),
  category: z.string().max(100).optional(),
  judges: z.enum(checkSubjects).optional().describe("What of a datapoint is judged"),
  target: z.enum(evidenceTargets).optional().describe("What of a datapoint is looked at"),
  custom: z.enum(["true", "false"]).optional().describe("true: those this project wrote; false: the library"),
  tag: z.string().max(60).optional(),
};
type Filters = z.output<z.ZodObject<typeof filters>>;

export function checkRoutes(dependencies: CheckRoutesDependencies) {
  const { checks, accuracyOf, asynchronousChecks, customChecks, evaluate, datapoints, monitorsUsing } = dependencies;
  const given = createGivenCall(dependencies);
  const byName = { name: z.string().max(200) };

  return [
    defineRoute({
      method: "GET",
      path: "/checks",
      scope: "read",
      tag: "checks",
      summary: "List the checks of the library and those of the project",
      query: filters,
      answers: { 200: z.strictObject({ items: z.array(Check) }) },
      async handle({ principal, query }) {
        const own = (await customChecks.list(principal.projectId)).map(customCheckJson);
        const library = [...checks.values(), ...asynchronousChecks.library.values()].map(checkJson);
        const lack = await lackOf(principal.projectId);
        const fitting = [...own, ...library].filter((check) => fits(check, query));
        const items = query.q === undefined ? fitting : await searchIn(fitting, query.q);
        return ok({ items: items.map((check) => ({ ...check, ...lack(check) })) });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/checks/:name",
      scope: "read",
      tag: "checks",
      summary: "Show a check, with its definition where the project wrote it",
      params: byName,
      answers: { 200: CheckDetail },
      async handle({ principal: { projectId }, params: { name } }) {
        const { version, json } = await find(projectId, name);
        const usedBy = await monitorsUsing(projectId, name);
        const lack = await lackOf(projectId);
        return ok({
          ...json,
          ...lack(json),
          usedBy: usedBy.map(({ id, name: monitor }) => ({ id, name: monitor })),
          accuracy: [...accuracyOf(name)],
          examples: [...dependencies.examplesOf(name)],
          agreement: agreementOf(await dependencies.verdictLabels.list(projectId, name), version),
        });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/checks/:name/evaluate",
      scope: "write",
      audit: false,
      tag: "checks",
      summary: "Evaluate a check on a stored or a given datapoint; nothing is stored",
      params: byName,
      body: EvaluateRequest,
      answers: { 200: Verdict },
      async handle({ principal: { projectId }, params: { name }, body }) {
        const { options } = await find(projectId, name);
        refuseWrongOptions(options, body.options, "options");
        const datapoint = body.datapoint
          ? given(projectId, body.datapoint, "datapoint")
          : await stored(projectId, body.datapointId ?? "");
        const request = { datapoint, check: name, options: body.options, expected: body.expected };
        return ok(verdictJson(await evaluate(projectId, request)));
      },
    }),
  ];

  /** Returns what a check lacks before it can run in this project. */
  async function lackOf(project: ProjectId): Promise<(check: { readonly kind: string }) => { unavailable?: string }> {
    const hasJudge = (await dependencies.judges.list(project)).some(({ isActive }) => isActive);
    return ({ kind }) => (hasJudge || kind === "code" ? {} : { unavailable: "needs a judge model" });
  }

  async function find(project: ProjectId, name: string) {
    const known = checks.get(name) ?? asynchronousChecks.library.get(name);
    if (known) return { version: known.version, options: known.options, json: checkJson(known) };
    const own = await customChecks.get(project, name);
    if (!own) {
      const near = nearest(name, [...checks.keys(), ...asynchronousChecks.names(project)]);
      const hint = near === undefined ? "" : `: did you mean ${near}?`;
      throw refusal("not-found", `there is no check named ${name}${hint}`);
    }
    const json = { ...customCheckJson(own), definition: definitionJson(own) };
    return { version: own.version, options: z.strictObject({}), json };
  }

  async function stored(project: ProjectId, id: string): Promise<Datapoint> {
    const found = await datapoints.get(project, asDatapointId(id));
    if (!found) throw notFound("datapoint");
    return found.datapoint;
  }
}

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly kind: string;
  readonly category: string;
  readonly judges: string;
  readonly targets: readonly string[];
  readonly custom?: { readonly tags: readonly string[] };
}

async function searchIn<Item extends Listed>(checks: readonly Item[], q: string): Promise<readonly Item[]> {
  const index = await createSearchIndex(
    checks.map((item) => ({ item, title: `${item.name} ${item.title}`, body: `${item.description} ${item.category}` })),
  );
  return index.search(q);
}

function fits(check: Listed, { kind, category, judges, target, custom, tag }: Filters): boolean {
  return (
    (kind === undefined || check.kind === kind) &&
    (category === undefined || check.category === category) &&
    (judges === undefined || check.judges === judges) &&
    (target === undefined || check.targets.includes(target)) &&
    (custom === undefined || (check.custom !== undefined) === (custom === "true")) &&
    (tag === undefined || (check.custom?.tags.includes(tag) ?? false))
  );
}
