import { defineRoute, maybeTime, ok } from "../../server/service.ts";
import {
  AuthenticatorSecret,
  RecoveryCodes,
  SecondFactor,
  SecondFactorCode,
  SecondFactorProof,
  SecondFactorStart,
  SignInRules,
  SignInRulesChange,
} from "../contract/second-factor.ts";
import type { AuthenticationService } from "../sign-in/authentication-service.ts";
import { person } from "./person.ts";

interface SecondFactorRoutesDependencies {
  readonly authenticationService: Pick<AuthenticationService, "secondFactor">;
}

/** Routes of a person's own authenticator app, and of the account's rule about it. The service writes audit entries. */
export function secondFactorRoutes({ authenticationService }: SecondFactorRoutesDependencies) {
  const own = { scope: "read", people: true, tag: "accounts" } as const;
  return [
    defineRoute({
      ...own,
      whileEnrolling: true,
      method: "GET",
      path: "/me/second-factor",
      summary: "Show one's two-factor sign-in",
      answers: { 200: SecondFactor },
      async handle({ principal }) {
        const { since, ...rest } = await authenticationService.secondFactor.status(person(principal));
        return ok({ ...rest, since: maybeTime(since) });
      },
    }),

    defineRoute({
      ...own,
      whileEnrolling: true,
      method: "POST",
      path: "/me/second-factor",
      summary: "Create the secret of an authenticator app; it counts from its first code",
      body: SecondFactorStart,
      answers: { 201: AuthenticatorSecret },
      secretAnswer: true,
      handle: async ({ principal, visitor, body: { password } }) => ({
        status: 201,
        body: await authenticationService.secondFactor.begin(person(principal), password, visitor),
      }),
    }),

    defineRoute({
      ...own,
      whileEnrolling: true,
      method: "POST",
      path: "/me/second-factor/confirm",
      summary: "Turn on two-factor sign-in by the first code; all other sessions end",
      body: SecondFactorCode,
      answers: { 200: RecoveryCodes },
      secretAnswer: true,
      handle: async ({ principal, visitor, body: { code } }) =>
        ok({ recoveryCodes: await authenticationService.secondFactor.confirm(person(principal), code, visitor) }),
    }),

    defineRoute({
      ...own,
      method: "POST",
      path: "/me/second-factor/recovery-codes",
      summary: "Replace one's recovery codes",
      body: SecondFactorProof,
      answers: { 200: RecoveryCodes },
      secretAnswer: true,
      handle: async ({ principal, visitor, body }) =>
        ok({
          recoveryCodes: await authenticationService.secondFactor.renewRecoveryCodes(person(principal), body, visitor),
        }),
    }),

    defineRoute({
      ...own,
      method: "POST",
      path: "/me/second-factor/remove",
      summary: "Turn off two-factor sign-in",
      body: SecondFactorProof,
      answers: { 204: undefined },
      secretAnswer: true,
      async handle({ principal, visitor, body }) {
        await authenticationService.secondFactor.remove(person(principal), body, visitor);
        return { status: 204 };
      },
    }),

    defineRoute({
      method: "GET",
      path: "/account/sign-in",
      scope: "admin",
      ofAccount: true,
      tag: "access",
      summary: "Show how the people of the account sign in",
      answers: { 200: SignInRules },
      handle: async ({ principal }) =>
        ok(rulesJson(await authenticationService.secondFactor.ofAccount(principal.accountId))),
    }),

    defineRoute({
      method: "PATCH",
      path: "/account/sign-in",
      scope: "admin",
      ofAccount: true,
      people: true,
      tag: "access",
      summary: "Require two-factor sign-in of everybody in the account, or end that",
      body: SignInRulesChange,
      answers: { 200: SignInRules },
      handle: async ({ principal, body: { requireSecondFactor } }) =>
        ok(rulesJson(await authenticationService.secondFactor.setRequired(person(principal), requireSecondFactor))),
    }),
  ];
}

const rulesJson = ({ required, people, enrolled }: { required: boolean; people: number; enrolled: number }) => ({
  requireSecondFactor: required,
  people,
  enrolled,
});
