import { z } from "zod";
import { languages, roles, scopes } from "../access.ts";
import { Id, Time } from "./common.ts";

export const Token = z
  .strictObject({
    id: z.string(),
    projectId: z.string(),
    name: z.string(),
    hint: z.string().describe("First characters of the secret"),
    scopes: z.array(z.enum(scopes)),
    createdAt: Time,
    expiresAt: Time.optional(),
    lastUsedAt: Time.optional(),
    revokedAt: Time.optional(),
    archivedAt: Time.optional().describe("When its project was archived: it is refused until that is taken back"),
    madeBy: z.string().optional(),
    personal: z.boolean().describe("It ends when its creator is removed or loses the role for its scopes"),
  })
  .meta({ id: "Token" });

export const NewToken = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    scopes: z.array(z.enum(scopes)).min(1).max(4),
    projectId: Id.optional().describe("Default: the project of the token"),
    expiresAt: z.iso.datetime({ offset: true }).optional(),
    personal: z
      .boolean()
      .optional()
      .describe(
        "Whether it ends with the person who creates it. Default: true, for an admin false; only admins create tokens of services",
      ),
  })
  .meta({ id: "NewToken" });

export const MadeToken = Token.extend({
  secret: z.string().describe("Shown this once"),
}).meta({ id: "MadeToken" });

export const Project = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    language: z.enum(languages).optional(),
    createdAt: Time,
    archivedAt: Time.optional(),
    role: z.enum(roles).optional().describe("Of the signed-in person in this project; absent for tokens"),
  })
  .meta({ id: "Project" });

/** Language `none` resets it. An archived project is hidden, and its tokens are refused. */
export const ProjectChange = z
  .strictObject({
    name: z.string().trim().min(1).max(200).optional(),
    language: z.enum([...languages, "none"]).optional(),
    archived: z.boolean().optional(),
  })
  .meta({ id: "ProjectChange" });

export const NewProject = z
  .strictObject({ name: z.string().trim().min(1).max(200), language: z.enum(languages).optional() })
  .meta({ id: "NewProject" });
