import { z } from "zod";
import { asProjectId, type ProjectId } from "../../platform/ids.ts";
import type { Principal, ProjectRole } from "../../server/index.ts";
import { defineRoute, Id, mayDo, notFound, ok, refusal, roleIn } from "../../server/service.ts";
import type { User } from "../account.ts";
import { ProjectMember, ProjectMemberChange } from "../contract/account.ts";
import type { ProjectRoleStore, UserStore } from "../ports/accounts.ts";
import type { ProjectStore } from "../ports/projects.ts";

interface ProjectMemberDependencies {
  readonly projects: Pick<ProjectStore, "get">;
  readonly users: Pick<UserStore, "list">;
  readonly projectRoles: ProjectRoleStore;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function projectMemberRoutes({ projects, users, projectRoles, now }: ProjectMemberDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/projects/:id/members",
      scope: "admin",
      role: "viewer",
      tag: "access",
      summary: "List the people of the account with their role in the project of the request",
      params: { id: Id },
      answers: { 200: z.strictObject({ items: z.array(ProjectMember) }) },
      async handle({ principal, params }) {
        const project = await own(principal, params.id);
        const given = await projectRoles.list(project);
        const people = await users.list(principal.accountId);
        return ok({ items: people.map((user) => memberJson(user, given.get(user.id))) });
      },
    }),

    defineRoute({
      method: "PATCH",
      path: "/projects/:id/members/:userId",
      scope: "admin",
      tag: "access",
      summary: "Set a person's role in the project of the request; the personal tokens that it does not allow end",
      params: { id: Id, userId: Id },
      body: ProjectMemberChange,
      answers: { 200: ProjectMember },
      async handle({ principal, params: { id, userId }, body }) {
        const project = await own(principal, id);
        const role = body.role === "default" ? undefined : body.role;
        const outcome = await projectRoles.set(principal.accountId, { project, userId, role, at: now() });
        const user = (await users.list(principal.accountId)).find((each) => each.id === userId);
        if (outcome === "missing" || !user) throw notFound("user");
        if (outcome === "account_admin") {
          throw refusal("conflict", `${user.email} is an admin of the account, who reaches every project`);
        }
        if (outcome === "last_project") {
          throw refusal("conflict", `${user.email} would reach no project: remove the person from the account instead`);
        }
        return ok(memberJson(user, role));
      },
    }),
  ];

  /** Only admins of the account reach the roles of another project than that of the request. */
  async function own(principal: Principal, id: string): Promise<ProjectId> {
    const project = await projects.get(asProjectId(id));
    const isOwn = project?.accountId === principal.accountId && project.id === principal.projectId;
    if (!project || !(isOwn || (project.accountId === principal.accountId && mayDo(principal, "admin")))) {
      throw notFound("project");
    }
    return project.id;
  }
}

function memberJson({ id: userId, email, role: accountRole }: User, given: ProjectRole | undefined) {
  return { userId, email, accountRole, given, role: roleIn(accountRole, given) };
}
