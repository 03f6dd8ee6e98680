import type { startOidcProvider } from "../../support/providers/oidc-provider.ts";
import type { startApi } from "../../support/service/api.ts";

type Api = Pick<Awaited<ReturnType<typeof startApi>>, "ask">;
type Provider = Pick<Awaited<ReturnType<typeof startOidcProvider>>, "visit">;

/** Signs in over the API and at the provider as a browser does. */
export function ssoOf(api: Api, provider: Provider) {
  return { start, finish, signInAs };

  /** Returns the address of the provider, and the cookie of the started sign-in. */
  async function start(body: object = {}) {
    const answer = await api.ask("POST", "/api/v1/sso/start", { token: "", body });
    return { ...answer, url: answer.body?.url as string, cookie: cookiesOf(answer.headers)[0] ?? "" };
  }

  async function finish(search: string, cookie: string) {
    const answer = await api.ask("POST", "/api/v1/sso/finish", { token: "", body: { search }, headers: { cookie } });
    const session = cookiesOf(answer.headers).find((each) => /gaffe_session=./.test(each)) ?? "";
    return { ...answer, session };
  }

  async function signInAs(subject: string, body: object = {}) {
    const { url, cookie } = await start(body);
    return finish((await provider.visit(url, subject)).search, cookie);
  }
}

const cookiesOf = (headers: Headers) => headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
