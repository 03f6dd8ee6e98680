import { z } from "zod";
import { Check, EvaluateRequest } from "../contract/check.ts";
import { Verdict } from "../contract/datapoint.ts";
import type { CodeCheck } from "../domain/check.ts";
import type { Datapoint } from "../domain/datapoint.ts";
import { asDatapointId, type ProjectId } from "../domain/ids.ts";
import { spanOf } from "../receivers/recorded-span.ts";
import type { ApiNeeds } from "./needs.ts";
import { defineRoute, notFound, ok, refusal } from "./route.ts";
import { verdictJson } from "./to-json.ts";

type Needs = Pick<ApiNeeds, "checks" | "check" | "datapoints" | "recognize" | "now">;

export function checkRoutes({ checks, check, datapoints, recognize, now }: Needs) {
  const byName = { name: z.string().max(200) };

  return [
    defineRoute({
      method: "GET",
      path: "/checks",
      scope: "read",
      tag: "checks",
      summary: "List the checks of the library",
      answers: { 200: z.strictObject({ items: z.array(Check) }) },
      handle: () => Promise.resolve(ok({ items: [...checks.values()].map(checkJson) })),
    }),

    defineRoute({
      method: "GET",
      path: "/checks/:name",
      scope: "read",
      tag: "checks",
      summary: "Show a check",
      params: byName,
      answers: { 200: Check },
      handle: ({ params }) => Promise.resolve(ok(checkJson(find(params.name)))),
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
      async handle({ principal, params, body }) {
        const { name, options } = find(params.name);
        const [mistake] = options.safeParse(body.options).error?.issues ?? [];
        if (mistake) throw refusal("invalid-request", mistake.message, ["options", ...mistake.path].join("."));
        const datapoint = body.datapoint
          ? given(principal.projectId, body.datapoint)
          : await stored(principal.projectId, body.datapointId ?? "");
        const [verdict] = check(datapoint, [{ check: name, options: body.options, monitorIds: [] }], body.expected);
        if (!verdict) throw new Error("a request gave no verdict");
        return ok(verdictJson(verdict));
      },
    }),
  ];

  function find(name: string): CodeCheck {
    const found = checks.get(name);
    if (!found) throw refusal("not-found", `there is no check named ${name}`);
    return found;
  }

  async function stored(project: ProjectId, id: string): Promise<Datapoint> {
    const found = await datapoints.get(project, asDatapointId(id));
    if (!found) throw notFound("datapoint");
    return found.datapoint;
  }

  /** Read by the same recognition as everything else, so that the verdict is the one it would get when recorded. */
  function given(projectId: ProjectId, call: NonNullable<z.output<typeof EvaluateRequest>["datapoint"]>): Datapoint {
    const at = now();
    const item = spanOf(call, at);
    const parts = [{ item, source: "api" as const, receivedAt: at }];
    const { datapoints, spans } = recognize({ projectId, traceId: item.traceId, spans: parts, logs: [] });
    const [datapoint] = datapoints;
    if (!datapoint) throw refusal("invalid-request", `this is no model call: ${spans[0]?.because ?? ""}`, "datapoint");
    return datapoint;
  }
}

function checkJson(check: CodeCheck) {
  const { options, ...described } = check;
  const optionsSchema = z.toJSONSchema(options, { io: "input", unrepresentable: "any" });
  // Without `evaluate`: a function is no JSON.
  return { ...described, evaluate: undefined, optionsSchema };
}
