import { codeOf, stepAt } from "../../../src/accounts/second-factor/totp.ts";
import type { startApi } from "../../support/service/api.ts";

type Api = Pick<Awaited<ReturnType<typeof startApi>>, "ask" | "url" | "clock" | "adminSecret">;

export const password = "correct horse battery";

/** Signs in over the API as a browser does, and shows the codes of an authenticator app. */
export function peopleOf(api: Api) {
  return { signUp, signIn, asks, enrol, codeAt };

  /** Creates the first account. Returns the cookie of its session. */
  async function signUp(email = "ann@example.org"): Promise<string> {
    const body = { email, password, token: api.adminSecret };
    return cookieOf(await api.ask("POST", "/api/v1/sign-up", { token: "", body }));
  }

  async function signIn(given: object, email = "ann@example.org") {
    const answer = await api.ask("POST", "/api/v1/sign-in", { token: "", body: { email, password, ...given } });
    return { ...answer, cookie: cookieOf(answer), field: answer.body?.field as string | undefined };
  }

  /** Returns what sends requests with the cookie. */
  function asks(cookie: string) {
    return (method: string, path: string, body?: unknown) =>
      api.ask(method, `/api/v1${path}`, { token: "", body, headers: { cookie, origin: api.url } });
  }

  /** Turns on two-factor sign-in. Returns the secret of the app and the recovery codes. */
  async function enrol(cookie: string) {
    const begun = await asks(cookie)("POST", "/me/second-factor", { password });
    const secret: string = begun.body.secret;
    const confirmed = await asks(cookie)("POST", "/me/second-factor/confirm", { code: codeAt(secret) });
    return { secret, recoveryCodes: confirmed.body.recoveryCodes as readonly string[] };
  }

  /** Returns the code that the app shows a number of steps from now. */
  function codeAt(secret: string, steps = 0): string {
    return codeOf(secret, stepAt(api.clock.now) + steps);
  }
}

const cookieOf = ({ headers }: { headers: Headers }) => (headers.get("set-cookie") ?? "").split(";")[0] ?? "";
