import { defineRoute, ok, refusal } from "../../server/service.ts";
import { Generated, GenerateRequest } from "../contract/custom-check.ts";
import type { GenerateCheck } from "../stages/generate-check.ts";
import type { ValidateDefinition } from "../stages/validate-definition.ts";
import { definitionOf } from "./custom-checks.ts";

interface GenerateRoutesDependencies {
  readonly generateCheck: GenerateCheck;
  readonly validateDefinition: ValidateDefinition;
}

export function generateRoutes({ generateCheck, validateDefinition }: GenerateRoutesDependencies) {
  return [
    defineRoute({
      method: "POST",
      path: "/checks/generate",
      scope: "write",
      audit: false,
      tag: "checks",
      summary: "Have the judge model write a check from plain words, or refine one; nothing is stored",
      body: GenerateRequest,
      answers: { 200: Generated },
      async handle({ principal: { projectId }, body: { kind, instruction, prior } }) {
        const request = { kind, instruction, ...(prior ? { prior: definitionOf(prior) } : {}) };
        const came = await generateCheck(projectId, request);
        if (came.kind === "unwritten") throw refusal("conflict", came.reason);
        const { meter, kind: _, ...written } = came;
        const problems = await validateDefinition(projectId, written.definition);
        const { model = "", costUsd } = meter;
        return ok({ ...written, problems, model, ...(costUsd === undefined ? {} : { costUsd }) });
      },
    }),
  ];
}
