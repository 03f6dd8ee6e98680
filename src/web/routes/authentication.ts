import type { AuthenticationService, SignedUp as SignedUpHere } from "../../accounts/index.ts";
import {
  LinkInspection,
  LinkShown,
  LinkUse,
  Mailed,
  Me,
  PasswordReset,
  ResetRequest,
  SignedUpJson as SignedUp,
  SignIn,
  SignUp,
  User,
  userJson,
} from "../../accounts/service.ts";
import type { Principal, Reply } from "../../server/index.ts";
import { defineOpenRoute, ok } from "../../server/service.ts";
import { singleSignOnRoutes } from "./single-sign-on.ts";

interface AuthenticationRoutesDependencies {
  readonly authenticationService: AuthenticationService;
}

/** Routes for people who are not signed in. */
export function authenticationRoutes({ authenticationService }: AuthenticationRoutesDependencies) {
  const tag = "accounts";
  return [
    defineOpenRoute({
      method: "GET",
      path: "/me",
      tag,
      summary: "Show the signed-in user and how to sign up",
      answers: { 200: Me },
      async handle({ principal }) {
        const signUp = await authenticationService.wayIn();
        const here = principal ? { projectId: principal.projectId } : {};
        const needsToken = signUp === "first";
        const { canMail, takesPasswords, singleSignOn } = authenticationService;
        const sso = singleSignOn && { label: singleSignOn.label };
        return ok({ who: whoJson(principal), ...here, signUp, needsToken, takesPasswords, sso, canMail });
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
        const signedUp = await authenticationService.signUp(body, visitor);
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
        const { user, cookie } = await authenticationService.signIn(body, visitor);
        return { ...ok(userJson(user)), headers: { "set-cookie": cookie } };
      },
    }),

    defineOpenRoute({
      method: "POST",
      path: "/password-resets",
      tag,
      summary: "Request a password reset link; the response is the same for every address",
      body: ResetRequest,
      answers: { 202: Mailed },
      async handle({ visitor, body }) {
        await authenticationService.reset.request(body.email, visitor);
        return { status: 202, body: { mailed: true } };
      },
    }),

    defineOpenRoute({
      method: "POST",
      path: "/password-resets/use",
      tag,
      summary: "Set a new password by the link; all sessions end and one begins",
      body: PasswordReset,
      answers: { 200: User },
      async handle({ visitor, body: { key, ...given } }) {
        const { user, cookie } = await authenticationService.reset.use(key, given, visitor);
        return { ...ok(userJson(user)), headers: { "set-cookie": cookie } };
      },
    }),

    defineOpenRoute({
      method: "POST",
      path: "/links/look",
      tag,
      summary: "Show the recipient and purpose of an emailed link",
      body: LinkInspection,
      answers: { 200: LinkShown },
      async handle({ visitor, body }) {
        const { email, purpose } = await authenticationService.look(body.key, visitor);
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
      handle: async ({ visitor, body: { key, password } }) =>
        signedUpReply(await authenticationService.join(key, password, visitor)),
    }),
    ...singleSignOnRoutes({ authenticationService }),
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
      return {
        kind: "user",
        id: by.id,
        email: by.email,
        role: by.role,
        accountRole: by.accountRole,
        isEnrolling: by.isEnrolling,
      };
  }
}
