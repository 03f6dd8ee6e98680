import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, ok, refusal } from "../../server/routes/route.ts";
import {
  CheckChange,
  CheckDetail,
  CheckVersion,
  type Definition,
  Definition as DefinitionBody,
  NewCheck,
  Validation,
} from "../contract/custom-check.ts";
import { type CheckDefinition, type CustomCheck, type CustomOutput, versionOf } from "../custom/custom-check.ts";
import { customCheckJson, definitionJson, versionJson } from "./check-json.ts";

type Needs = Pick<
  ApiNeeds,
  "checks" | "slowChecks" | "customChecks" | "checksChanged" | "validateDefinition" | "monitors" | "now"
>;

export function customCheckRoutes(needs: Needs) {
  const { customChecks, checksChanged, validateDefinition, monitors, now } = needs;
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
        refuseTaken(name);
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
      scope: "read",
      tag: "checks",
      summary: "Say what is wrong with a definition; nothing is stored",
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
        return ok(detailOf(after, await askedBy(projectId, after.name)));
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
        const asking = await askedBy(projectId, name);
        if (asking.length > 0) {
          const names = asking.map((monitor) => monitor.name).join(", ");
          throw refusal("conflict", `monitors ask for it: ${names}. Take it out of them first`, "name");
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

  function refuseTaken(name: string): void {
    if (needs.checks.has(name) || needs.slowChecks.library.has(name)) {
      throw refusal("conflict", `${name} is a check of the library: take another name`, "name");
    }
  }

  async function refuseMistakes(project: ProjectId, definition: CheckDefinition): Promise<void> {
    const [first] = await validateDefinition(project, definition);
    if (!first) return;
    const place = first.line === undefined ? "" : ` (line ${first.line})`;
    throw refusal("invalid-request", `${first.message}${place}`, first.field);
  }

  async function find(project: ProjectId, name: string): Promise<CustomCheck> {
    const found = await customChecks.get(project, name);
    if (found) return found;
    if (needs.checks.has(name) || needs.slowChecks.library.has(name)) {
      throw refusal("conflict", `${name} is a check of the library and cannot be changed`);
    }
    throw refusal("not-found", `this project has no check named ${name}`);
  }

  async function askedBy(project: ProjectId, name: string) {
    const all = await monitors.list(project);
    return all.filter((monitor) => monitor.checks.some(({ check }) => check === name));
  }
}

function detailOf(check: CustomCheck, asking: readonly { readonly id: string; readonly name: string }[] = []) {
  return {
    ...customCheckJson(check),
    definition: definitionJson(check),
    usedBy: asking.map(({ id, name }) => ({ id, name })),
    agreement: { labels: 0, agreed: 0 },
  };
}

const outdated = ({ number }: CustomCheck) =>
  refusal("conflict", `somebody else changed it: its number is ${number} by now or higher`, "number");

function changed(before: CustomCheck, change: CheckChange, at: number): CustomCheck {
  const definition = {
    body: change.body ?? before.body,
    output: change.output ? outputOf(change.output) : before.output,
    judges: change.judges ?? before.judges,
    needs: change.needs ?? before.needs,
  };
  const version = versionOf(definition);
  const isNew = version !== before.version;
  const { off: offBefore, ...rest } = before;
  const off = change.enabled === false ? { because: "somebody switched it off", at } : offBefore;
  // What was switched off for what it did is given another chance with another definition.
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

/** A definition as it was sent, without keys that say nothing. */
export function definitionOf({ body, output, judges, needs }: Definition): CheckDefinition {
  return { body, output: outputOf(output), judges, needs };
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
