import { z } from "zod";
import { randomId } from "../../platform/crypto/random-id.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { asProjectId } from "../../platform/ids.ts";
import type { Project as DomainProject } from "../../server/index.ts";
import {
  defineRoute,
  Id,
  mayDo,
  NewProject,
  notFound,
  ok,
  ProjectJson as Project,
  ProjectChange,
  refusal,
  roleIn,
} from "../../server/service.ts";
import type { ProjectRoleStore } from "../ports/accounts.ts";
import type { ProjectStore } from "../ports/projects.ts";
import { projectJson } from "./account-json.ts";

interface ProjectRouteDependencies {
  readonly projects: ProjectStore;
  readonly projectRoles: Pick<ProjectRoleStore, "of">;
  /** Called after a project was added, archived or restored, so that the pipeline follows. */
  readonly projectChanged: (project: ProjectId) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function projectRoutes({ projects, projectRoles, projectChanged, now }: ProjectRouteDependencies) {
  const nameConflict = () => refusal("conflict", "the account has a project of this name", "name");
  return [
    defineRoute({
      method: "GET",
      path: "/projects",
      scope: "read",
      tag: "access",
      summary:
        "List projects: those that a person reaches, all of the account for admin tokens, otherwise the token's own",
      answers: { 200: z.strictObject({ items: z.array(Project) }) },
      async handle({ principal }) {
        const all = await projects.list(principal.accountId);
        const { by } = principal;
        if (by.kind === "user") {
          const given = await projectRoles.of(by.id);
          const items = all.flatMap((project) => {
            const role = roleIn(by.accountRole, given.get(project.id));
            return role === "none" ? [] : [{ ...projectJson(project), role }];
          });
          return ok({ items });
        }
        const seesAll = by.kind !== "token" || mayDo(principal, "admin");
        const seen = seesAll ? all : all.filter(({ id }) => id === principal.projectId);
        return ok({ items: seen.map(projectJson) });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/projects",
      scope: "admin",
      ofAccount: true,
      tag: "access",
      summary: "Create a project with the default monitors",
      body: NewProject,
      answers: { 201: Project },
      async handle({ principal, body: { name, language } }) {
        const createdAt = now();
        const id = asProjectId(randomId("project"));
        const named = language === undefined ? {} : { language };
        const project = { id, accountId: principal.accountId, name, createdAt, ...named };
        if (!(await projects.add(project))) throw nameConflict();
        projectChanged(id);
        return { status: 201, body: projectJson(project) };
      },
    }),

    defineRoute({
      method: "PATCH",
      path: "/projects/:id",
      scope: "admin",
      ofAccount: true,
      tag: "access",
      summary: "Rename a project, set its language, archive it or take it back",
      params: { id: Id },
      body: ProjectChange,
      answers: { 200: Project },
      async handle({ principal, params, body }) {
        const all = await projects.list(principal.accountId);
        const before = all.find(({ id }) => id === params.id);
        if (!before) throw notFound("project");
        const inUse = all.filter(({ archivedAt }) => archivedAt === undefined);
        if (body.archived && inUse.every(({ id }) => id === before.id)) {
          throw refusal("conflict", "an account needs at least one active project", "archived");
        }
        const after = changed(before, body, now());
        switch (await projects.replace(after)) {
          case "taken":
            throw nameConflict();
          case "missing":
            throw notFound("project");
          default:
            return ok(projectJson(after));
        }
      },
    }),
  ];
}

function changed(before: DomainProject, change: z.output<typeof ProjectChange>, at: number): DomainProject {
  const { language: spoken, archivedAt: since, ...rest } = before;
  const language = change.language === "none" ? undefined : (change.language ?? spoken);
  const archivedAt = (change.archived ?? since !== undefined) ? (since ?? at) : undefined;
  return {
    ...rest,
    name: change.name ?? before.name,
    ...(language === undefined ? {} : { language }),
    ...(archivedAt === undefined ? {} : { archivedAt }),
  };
}
