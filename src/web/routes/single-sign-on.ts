import type { AuthenticationService } from "../../accounts/index.ts";
import { SsoFinish, SsoFinished, SsoStart, SsoStarted } from "../../accounts/service.ts";
import { defineOpenRoute, notFound, ok } from "../../server/service.ts";

interface SingleSignOnRoutesDependencies {
  readonly authenticationService: Pick<AuthenticationService, "singleSignOn">;
}

/** Routes of signing in by the OpenID Connect provider of the installation. */
export function singleSignOnRoutes({ authenticationService }: SingleSignOnRoutesDependencies) {
  const tag = "accounts";
  return [
    defineOpenRoute({
      method: "POST",
      path: "/sso/start",
      tag,
      summary: "Start a single sign-on; what it needs to finish is in a cookie",
      body: SsoStart,
      answers: { 200: SsoStarted },
      secretAnswer: true,
      async handle({ body }) {
        const { url, cookie } = await required().start(body);
        return { ...ok({ url }), headers: { "set-cookie": cookie } };
      },
    }),

    defineOpenRoute({
      method: "POST",
      path: "/sso/finish",
      tag,
      summary: "Finish a single sign-on in the browser that started it; the session is in a cookie",
      body: SsoFinish,
      answers: { 200: SsoFinished },
      secretAnswer: true,
      async handle({ headers, visitor, body: { search } }) {
        const { next, token, cookies } = await required().finish(search, headers, visitor);
        return { ...ok({ next, token }), headers: { "set-cookie": cookies } };
      },
    }),
  ];

  function required() {
    const { singleSignOn } = authenticationService;
    if (!singleSignOn) throw notFound("single sign-on");
    return singleSignOn;
  }
}
