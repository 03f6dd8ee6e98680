import { combineRoutes } from "../../server/service.ts";
import { auditRoutes } from "./audit-log.ts";
import { invitationRoutes } from "./invitations.ts";
import { meRoutes } from "./me.ts";
import { projectMemberRoutes } from "./project-members.ts";
import { projectRoutes } from "./projects.ts";
import { secondFactorRoutes } from "./second-factor.ts";
import { tokenRoutes } from "./tokens.ts";
import { userRoutes } from "./users.ts";

export const routes = combineRoutes(
  projectRoutes,
  projectMemberRoutes,
  tokenRoutes,
  userRoutes,
  invitationRoutes,
  meRoutes,
  secondFactorRoutes,
  auditRoutes,
);
