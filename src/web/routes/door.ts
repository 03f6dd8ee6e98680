import {
  LinkLook,
  LinkShown,
  LinkUse,
  Mailed,
  Me,
  ResetRequest,
  SignedUp,
  SignIn,
  SignUp,
  User,
} from "../../accounts/contract/account.ts";
import type { SignedUp as SignedUpHere } from "../../accounts/sign-in/sign-up.ts";
import type { Principal } from "../../server/access.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineOpenRoute, ok, type Reply } from "../../server/routes/route.ts";
import { userJson } from "../../server/routes/to-json.ts";

/** For people who are not in yet. */
export function doorRoutes({ door }: Pick<ApiNeeds, "door">) {
  const tag = "accounts";
  return [
    defineOpenRoute({
      method: "GET",
      path: "/me",
      tag,
      summary: "Tell who asks, and how somebody gets in",
      answers: { 200: Me },
      async handle({ principal, visitor }) {
        const signUp = await door.wayIn();
        const here = principal ? { projectId: principal.projectId } : {};
        const needsToken = signUp === "first" && !visitor.isLocal;
        return ok({ who: whoJson(principal), ...here, signUp, needsToken, canMail: door.canMail });
      },
    }),

    defineOpenRoute({
      method: "POST",
      path: "/sign-up",
      tag,
      summary: "Sign up: as the first, alone, or for a link by mail",
      body: SignUp,
      answers: { 201: SignedUp, 202: Mailed },
      async handle({ visitor, body }) {
        const signedUp = await door.signUp(body, visitor);
        return signedUp === "mailed" ? { status: 202, body: { mailed: true } } : signedUpReply(signedUp);
      },
    }),

    defineOpenRoute({
      method: "POST",
      path: "/sign-in",
      tag,
      summary: "Sign in; the session is in a cookie",
      body: SignIn,
      answers: { 200: User },
      async handle({ visitor, body }) {
        const { user, cookie } = await door.signIn(body, visitor);
        return { ...ok(userJson(user)), headers: { "set-cookie": cookie } };
      },
    }),

    defineOpenRoute({
      method: "POST",
      path: "/password-resets",
      tag,
      summary: "Ask for a link to set a new password; the answer is the same for every address",
      body: ResetRequest,
      answers: { 202: Mailed },
      async handle({ visitor, body }) {
        await door.reset.ask(body.email, visitor);
        return { status: 202, body: { mailed: true } };
      },
    }),

    defineOpenRoute({
      method: "POST",
      path: "/password-resets/use",
      tag,
      summary: "Set a new password by the link; all sessions end and one begins",
      body: LinkUse,
      answers: { 200: User },
      async handle({ visitor, body: { key, password } }) {
        const { user, cookie } = await door.reset.use(key, password, visitor);
        return { ...ok(userJson(user)), headers: { "set-cookie": cookie } };
      },
    }),

    defineOpenRoute({
      method: "POST",
      path: "/links/look",
      tag,
      summary: "Tell whom a mailed link is for, and to what it leads",
      body: LinkLook,
      answers: { 200: LinkShown },
      async handle({ visitor, body }) {
        const { email, purpose } = await door.look(body.key, visitor);
        const { kind } = purpose;
        return ok(
          kind === "invitation" ? { kind, email, role: purpose.role, invitedBy: purpose.madeBy } : { kind, email },
        );
      },
    }),

    defineOpenRoute({
      method: "POST",
      path: "/links/join",
      tag,
      summary: "Accept an invitation, or confirm an address, with a password",
      body: LinkUse,
      answers: { 201: SignedUp },
      handle: async ({ visitor, body: { key, password } }) => signedUpReply(await door.join(key, password, visitor)),
    }),
  ];
}

function signedUpReply({ user, cookie, token }: SignedUpHere): Reply {
  return { status: 201, body: { user: userJson(user), token }, headers: { "set-cookie": cookie } };
}

function whoJson(principal: Principal | undefined) {
  if (!principal) return { kind: "nobody" };
  const { by, scopes } = principal;
  switch (by.kind) {
    case "local":
      return { kind: "local" };
    case "token":
      return { kind: "token", name: by.name, scopes };
    default:
      return { kind: "user", id: by.id, email: by.email, role: by.role };
  }
}
