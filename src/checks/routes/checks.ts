import { z } from "zod";
import { Verdict } from "../../datapoints/contract/datapoint.ts";
import type { Datapoint } from "../../datapoints/datapoint.ts";
import { createGivenCall } from "../../ingest/routes/given-call.ts";
import { asDatapointId, type ProjectId } from "../../platform/ids.ts";
import { nearest } from "../../platform/nearest.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, notFound, ok, refusal } from "../../server/routes/route.ts";
import { verdictJson } from "../../server/routes/to-json.ts";
import { checkSubjects } from "../check.ts";
import { Check, EvaluateRequest } from "../contract/check.ts";
import { CheckDetail } from "../contract/custom-check.ts";
import { evidenceTargets } from "../verdicts/verdict.ts";
import { agreementOf } from "./agreement.ts";
import { refuseWrongOptions } from "./asked-checks.ts";
import { checkJson, customCheckJson, definitionJson } from "./check-json.ts";

type Needs = Pick<
  ApiNeeds,
  | "checks"
  | "accuracyOf"
  | "examplesOf"
  | "slowChecks"
  | "customChecks"
  | "evaluate"
  | "datapoints"
  | "monitors"
  | "verdictLabels"
  | "recognize"
  | "judges"
  | "now"
>;

const filters = {
  kind: z.enum(["code", "judge"]).optional(),
  category: z.string().max(100).optional(),
  judges: z.enum(checkSubjects).optional().describe("What of a datapoint is judged"),
  target: z.enum(evidenceTargets).optional().describe("What of a datapoint is looked at"),
  custom: z.enum(["true", "false"]).optional().describe("true: those this project wrote; false: the library"),
  tag: z.string().max(60).optional(),
};
type Filters = z.output<z.ZodObject<typeof filters>>;

export function checkRoutes(needs: Needs) {
  const { checks, accuracyOf, slowChecks, customChecks, evaluate, datapoints, monitors } = needs;
  const given = createGivenCall(needs);
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
        const library = [...checks.values(), ...slowChecks.library.values()].map(checkJson);
        const lack = await lackOf(principal.projectId);
        const items = [...own, ...library].filter((check) => fits(check, query));
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
        const asking = (await monitors.list(projectId)).filter((monitor) =>
          monitor.checks.some(({ check }) => check === name),
        );
        const lack = await lackOf(projectId);
        return ok({
          ...json,
          ...lack(json),
          usedBy: asking.map(({ id, name: monitor }) => ({ id, name: monitor })),
          accuracy: [...accuracyOf(name)],
          examples: [...needs.examplesOf(name)],
          agreement: agreementOf(await needs.verdictLabels.list(projectId, name), version),
        });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/checks/:name/evaluate",
      scope: "read",
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
        const asked = { datapoint, check: name, options: body.options, expected: body.expected };
        return ok(verdictJson(await evaluate(projectId, asked)));
      },
    }),
  ];

  /** What a check lacks before it can run at all in this project. */
  async function lackOf(project: ProjectId): Promise<(check: { readonly kind: string }) => { unavailable?: string }> {
    const hasJudge = (await needs.judges.list(project)).some(({ isActive }) => isActive);
    return ({ kind }) => (hasJudge || kind === "code" ? {} : { unavailable: "needs a judge model" });
  }

  async function find(project: ProjectId, name: string) {
    const known = checks.get(name) ?? slowChecks.library.get(name);
    if (known) return { version: known.version, options: known.options, json: checkJson(known) };
    const own = await customChecks.get(project, name);
    if (!own) {
      const near = nearest(name, [...checks.keys(), ...slowChecks.names(project)]);
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
  readonly kind: string;
  readonly category: string;
  readonly judges: string;
  readonly targets: readonly string[];
  readonly custom?: { readonly tags: readonly string[] };
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
