import { once } from "node:events";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { freePort } from "../../../src/platform/http/free-port.ts";

/** What the provider says about a person. */
export interface Person {
  readonly email: string;
  readonly email_verified: boolean;
}

export const oidcClient = { id: "gaffe", secret: "a secret of thirty two characters" } as const;

/** Starts a certified OpenID Connect provider, at which everybody who names a known subject is signed in. */
export async function startOidcProvider(redirectUri: string) {
  const people = new Map<string, Person>();
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: oidcClient.id, client_secret: oidcClient.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    cookies: { keys: ["a key of the cookies"] },
    pkce: { required: () => true },
    findAccount: (_, subject) => {
      const person = people.get(subject);
      return person && { accountId: subject, claims: () => ({ sub: subject, ...person }) };
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  const server = createServer((request, response) => void provider.callback()(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  return {
    issuer,
    people,
    /** Signs a person in at the address of an authorization request. Returns the address that they are redirected to. */
    async visit(address: string, subject: string): Promise<URL> {
      const cookies = new Map<string, string>();
      let next = new URL(address);
      for (let hop = 0; hop < 12; hop++) {
        const answer = await fetch(next, {
          redirect: "manual",
          headers: { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ") },
        });
        for (const cookie of answer.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(name, value);
        }
        const location = answer.headers.get("location");
        const page = await answer.text();
        if (location === null) next = await submitted(page, next, subject, cookies);
        else next = new URL(location, next);
        if (next.href.startsWith(redirectUri)) return next;
      }
      throw new Error(`the provider did not redirect to ${redirectUri}, but to ${next.href}`);
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };

  /** Sends the form of the provider's page: to sign in, or to consent. Returns where it leads. */
  async function submitted(page: string, at: URL, subject: string, cookies: Map<string, string>): Promise<URL> {
    const action = /action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined) throw new Error(`the provider shows no form: ${page}`);
    const answer = await fetch(new URL(action, at), {
      method: "POST",
      redirect: "manual",
      headers: { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ") },
      body: new URLSearchParams({ prompt, login: subject, password: "any" }),
    });
    await answer.body?.cancel();
    return new URL(answer.headers.get("location") ?? "", at);
  }
}
