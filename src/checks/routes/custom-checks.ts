import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, ok, refusal } from "../../server/service.ts";
import type { CodeCheck } from "../check.ts";
import {
  CheckChange,
  CheckDetail,
  CheckVersion,
  type Definition,
  Definition as DefinitionBody,
  NewCheck,
  Validation,
} from "../contract/custom-check.ts";
import {
  type CheckDefinition,
  type CustomCheck,
  type CustomOutput,
  normalizedDefinition,
  versionOf,
} from "../custom/custom-check.ts";
import type { CustomCheckStore } from "../ports/custom-checks.ts";
import type { MonitorsUsing } from "../ports/monitors.ts";
import type { KnownChecks } from "../stages/known-checks.ts";
import type { ValidateDefinition } from "../stages/validate-definition.ts";
import { customCheckJson, definitionJson, versionJson } from "./check-json.ts";

interface CustomCheckRoutesDependencies {
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
  readonly customChecks: CustomCheckStore;
  /** Called after every change of a project's checks; resolves when the pipeline uses the new ones. */
  readonly checksChanged: (project: ProjectId) => Promise<void>;
  readonly validateDefinition: ValidateDefinition;
  readonly monitorsUsing: MonitorsUsing;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function customCheckRoutes(dependencies: CustomCheckRoutesDependencies) {
  const { customChecks, checksChanged, validateDefinition, monitorsUsing, now } = dependencies;
  const byName = { name: z.string().max(200) };

  return [
    defineRoute({
      method: "POST",
      path: "/checks",
      scope: "write",
      tag: "checks",
      summary: "Create a check of the project's own",
      body: NewCheck,
      answers: { 201: CheckDetail },
      async handle({ principal: { projectId, actor }, body }) {
        const { name, title = titleOf(name), description, category, severity, tags } = body;
        refuseTakenName(name);
        const definition = definitionOf(body);
        await refuseMistakes(projectId, definition);
        const at = now();
        const facts = { projectId, name, title, description, category, severity, tags };
        const version = versionOf(definition);
        const made: CustomCheck = { ...facts, ...definition, number: 1, version, createdAt: at, updatedAt: at };
        if (!(await customChecks.add(made, actor))) {
          throw refusal("conflict", `the project has a check named ${name}`, "name");
        }
        await checksChanged(projectId);
        return { status: 201, body: detailOf(made) };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/checks/validate",
      scope: "write",
      audit: false,
      tag: "checks",
      summary: "Report what is wrong with a definition; nothing is stored",
      body: DefinitionBody,
      answers: { 200: Validation },
      async handle({ principal, body }) {
        const definition = definitionOf(body);
        const problems = await validateDefinition(principal.projectId, definition);
        return ok({ ok: problems.length === 0, version: versionOf(definition), problems });
      },
    }),

    defineRoute({
      method: "PATCH",
      path: "/checks/:name",
      scope: "write",
      tag: "checks",
      summary: "Change a check of the project's own; another definition is a new version",
      params: byName,
      body: CheckChange,
      answers: { 200: CheckDetail },
      async handle({ principal: { projectId, actor }, params, body }) {
        const before = await find(projectId, params.name);
        if (body.number !== undefined && body.number !== before.number) throw outdated(before);
        const after = changed(before, body, now());
        if (after.number !== before.number) await refuseMistakes(projectId, after);
        if (!(await customChecks.replace(after, actor))) throw outdated(before);
        await checksChanged(projectId);
        return ok(detailOf(after, await monitorsUsing(projectId, after.name)));
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/checks/:name",
      scope: "write",
      tag: "checks",
      summary: "Delete a check of the project's own with its versions; its verdicts stay",
      params: byName,
      answers: { 204: undefined },
      async handle({ principal: { projectId }, params: { name } }) {
        await find(projectId, name);
        const usedBy = await monitorsUsing(projectId, name);
        if (usedBy.length > 0) {
          const names = usedBy.map((monitor) => monitor.name).join(", ");
          throw refusal("conflict", `monitors use it: ${names}. Take it out of them first`, "name");
        }
        await customChecks.remove(projectId, name);
        await checksChanged(projectId);
        return { status: 204 };
      },
    }),

    defineRoute({
      method: "GET",
      path: "/checks/:name/versions",
      scope: "read",
      tag: "checks",
      summary: "List the saved definitions of a check, newest first",
      params: byName,
      answers: { 200: z.strictObject({ items: z.array(CheckVersion) }) },
      async handle({ principal: { projectId }, params: { name } }) {
        await find(projectId, name);
        return ok({ items: (await customChecks.versions(projectId, name)).map(versionJson) });
      },
    }),
  ];

  function refuseTakenName(name: string): void {
    if (dependencies.checks.has(name) || dependencies.asynchronousChecks.library.has(name)) {
      throw refusal("conflict", `${name} is a check of the library: take another name`, "name");
    }
  }

  async function refuseMistakes(project: ProjectId, definition: CheckDefinition): Promise<void> {
    const [first] = await validateDefinition(project, definition);
    if (!first) return;
    const location = first.line === undefined ? "" : ` (line ${first.line})`;
    throw refusal("invalid-request", `${first.message}${location}`, first.field);
  }

  async function find(project: ProjectId, name: string): Promise<CustomCheck> {
    const found = await customChecks.get(project, name);
    if (found) return found;
    if (dependencies.checks.has(name) || dependencies.asynchronousChecks.library.has(name)) {
      throw refusal("conflict", `${name} is a check of the library and cannot be changed`);
    }
    throw refusal("not-found", `this project has no check named ${name}`);
  }
}

function detailOf(check: CustomCheck, usedBy: readonly { readonly id: string; readonly name: string }[] = []) {
  return {
    ...customCheckJson(check),
    definition: definitionJson(check),
    usedBy: usedBy.map(({ id, name }) => ({ id, name })),
    agreement: { labels: 0, agreed: 0 },
  };
}

const outdated = ({ number }: CustomCheck) =>
  refusal("conflict", `somebody else changed it: its number is ${number} by now or higher`, "number");

function changed(before: CustomCheck, change: CheckChange, at: number): CustomCheck {
  const definition = normalizedDefinition({
    body: change.body ?? before.body,
    output: change.output ? outputOf(change.output) : before.output,
    judges: change.judges ?? before.judges,
    needs: change.needs ?? before.needs,
  });
  const version = versionOf(definition);
  const isNew = version !== before.version;
  const { off: offBefore, ...rest } = before;
  const off = change.enabled === false ? { reason: "somebody switched it off", at } : offBefore;
  // A new definition switches the check on again.
  const staysOff = change.enabled === undefined ? !isNew : !change.enabled;
  return {
    ...rest,
    ...definition,
    title: change.title ?? before.title,
    description: change.description ?? before.description,
    category: change.category ?? before.category,
    severity: change.severity ?? before.severity,
    tags: change.tags ?? before.tags,
    ...(off && staysOff ? { off } : {}),
    number: isNew ? before.number + 1 : before.number,
    version,
    updatedAt: at,
  };
}

/** Returns a definition as it was sent, without redundant keys. */
export function definitionOf({ body, output, judges, needs }: Definition): CheckDefinition {
  return normalizedDefinition({ body, output: outputOf(output), judges, needs });
}

function outputOf(output: Definition["output"]): CustomOutput {
  if (output.type !== "score") return output;
  const { type, min, max, passFrom, passTo } = output;
  return {
    type,
    min,
    max,
    ...(passFrom === undefined ? {} : { passFrom }),
    ...(passTo === undefined ? {} : { passTo }),
  };
}

/** `mentions_refund` → `Mentions refund`. */
function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
