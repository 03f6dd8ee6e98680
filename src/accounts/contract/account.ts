import { z } from "zod";
import { AnyJson, projectRoles, roles, scopes, Time } from "../../server/service.ts";
import { auditOutcomes } from "../audit.ts";

const Role = z.enum(roles);
const Email = z.email().max(254).toLowerCase();
/** The minimum length is checked in passwordProblem, which gives a reason. */
export const Password = z.string().min(1).max(1000);
/** Six digits, or a recovery code; spaces and dashes do not matter. */
export const Code = z.string().min(6).max(40);
export const LinkKey = z.string().regex(/^[0-9A-Za-z]{43}$/, "is not the end of a link that was mailed");

export const User = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    emailConfirmed: z
      .boolean()
      .describe(
        "False after joining by a link that was not mailed, until the address is confirmed: it gets no notifications",
      ),
    role: Role,
    createdAt: Time,
    lastSeenAt: Time.optional(),
  })
  .meta({ id: "User" });

export const ProjectMember = z
  .strictObject({
    userId: z.string(),
    email: z.string(),
    accountRole: Role,
    given: z.enum(projectRoles).optional().describe("The role in this project where it is not that in the account"),
    role: z.enum(projectRoles).describe("In force: an admin of the account is one of every project"),
  })
  .meta({ id: "ProjectMember" });

export const ProjectMemberChange = z
  .strictObject({
    role: z
      .enum([...projectRoles, "default"])
      .describe("`none`: the project does not exist for them; `default`: the role in the account"),
  })
  .meta({ id: "ProjectMemberChange" });

export const UserChange = z.strictObject({ role: Role }).meta({ id: "UserChange" });

const Who = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("nobody") }),
  z.strictObject({ kind: z.literal("local") }).describe("At this machine, before anybody signed up"),
  z.strictObject({ kind: z.literal("token"), name: z.string(), scopes: z.array(z.enum(scopes)) }),
  z.strictObject({
    kind: z.literal("user"),
    id: z.string(),
    email: z.string(),
    role: Role.describe("In the project of this request"),
    accountRole: Role,
    isEnrolling: z
      .literal(true)
      .optional()
      .describe("The account requires a second factor, and this person may do nothing before they set one up"),
  }),
]);

export const Me = z
  .strictObject({
    who: Who,
    projectId: z.string().optional().describe("The project and account of this request; absent without authentication"),
    signUp: z
      .enum(["first", "open", "by_mail", "by_invitation"])
      .describe(
        "How a person without an account signs up: as the first user, openly, by an emailed link, or by invitation",
      ),
    needsToken: z
      .boolean()
      .describe(
        "The first to sign up proves that they operate the service: by the key of the link that its start printed, or by the token of the first start",
      ),
    takesPasswords: z.boolean().describe("False: people sign in by single sign-on only"),
    sso: z.strictObject({ label: z.string() }).optional().describe("Single sign-on is set up, under this name"),
    canMail: z.boolean().describe("A mail server is set"),
  })
  .meta({ id: "Me" });

export const SignIn = z
  .strictObject({
    email: Email,
    password: Password,
    code: Code.optional().describe(
      "Of the authenticator app, or a recovery code. A refusal with the field `code` says that it is needed",
    ),
  })
  .meta({ id: "SignIn" });

export const SignUp = z
  .strictObject({
    email: Email,
    password: Password.optional().describe("Left out if the account is joined by a mailed link"),
    key: LinkKey.optional().describe(
      "End of the link that the start printed: this or `token` when `needsToken` is true",
    ),
    token: z.string().max(200).optional().describe("Token of the first start"),
  })
  .meta({ id: "SignUp" });

export const SignedUp = z
  .strictObject({ user: User, token: z.string().optional().describe("An API token to send with, shown this once") })
  .meta({ id: "SignedUp" });

export const Mailed = z.strictObject({ mailed: z.literal(true) }).meta({ id: "Mailed" });

export const SignOut = z.strictObject({ everywhere: z.boolean().default(false) }).meta({ id: "SignOut" });

export const PasswordChange = z.strictObject({ current: Password, password: Password }).meta({ id: "PasswordChange" });

export const ResetRequest = z.strictObject({ email: Email }).meta({ id: "ResetRequest" });

export const LinkInspection = z.strictObject({ key: LinkKey }).meta({ id: "LinkLook" });
export const LinkUse = z.strictObject({ key: LinkKey, password: Password }).meta({ id: "LinkUse" });
export const PasswordReset = LinkUse.extend({
  code: Code.optional().describe("Needed like that of `POST /sign-in`"),
}).meta({ id: "PasswordReset" });

export const LinkShown = z
  .strictObject({
    kind: z.enum(["invitation", "sign_up", "reset"]),
    email: z.string(),
    role: Role.optional(),
    invitedBy: z.string().optional(),
  })
  .meta({ id: "LinkShown" });

export const BrowserSession = z
  .strictObject({
    id: z.string(),
    createdAt: Time,
    lastSeenAt: Time,
    address: z.string(),
    agent: z.string(),
    isThis: z.boolean(),
  })
  .meta({ id: "BrowserSession" });

export const Invitation = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    role: Role,
    invitedBy: z.string(),
    createdAt: Time,
    expiresAt: Time,
  })
  .meta({ id: "Invitation" });

export const NewInvitation = z
  .strictObject({ email: Email, role: Role.default("member") })
  .meta({ id: "NewInvitation" });

export const MadeInvitation = Invitation.extend({
  url: z.string().describe("To hand over where no mail is sent; shown this once"),
  isMailed: z.boolean(),
}).meta({ id: "MadeInvitation" });

export const MadeResetLink = z.strictObject({ url: z.string(), expiresAt: Time }).meta({ id: "MadeResetLink" });

export const AuditEntry = z
  .strictObject({
    number: z.int(),
    at: Time,
    actor: z.string(),
    tokenId: z.string().optional().describe("Of the token that acted: names are not unique"),
    from: z.string(),
    requestId: z.string(),
    action: z.string(),
    what: z.string(),
    outcome: z.enum(auditOutcomes),
    projectId: z.string().optional(),
    target: z.record(z.string(), z.string()).optional(),
    fields: z.record(z.string(), AnyJson).optional(),
    hash: z.string(),
  })
  .meta({ id: "AuditEntry" });

export const AuditCheck = z
  .strictObject({
    entries: z.int(),
    head: z
      .string()
      .optional()
      .describe("Hash of the last entry. Store it elsewhere to prove later that the log is unchanged."),
    brokenAt: z.int().optional().describe("The first entry that is not what it was"),
  })
  .meta({ id: "AuditCheck" });
