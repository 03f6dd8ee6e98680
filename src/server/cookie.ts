import type { IncomingHttpHeaders } from "node:http";
import { sessionLife } from "../accounts/account.ts";

export interface SessionCookie {
  /** What the browser sends back. */
  read(headers: IncomingHttpHeaders): string | undefined;
  /** `Set-Cookie` for a new session. */
  give(secret: string): string;
  /** `Set-Cookie` for none. */
  readonly takeBack: string;
}

/**
 * How a session is kept in a browser. Over https under the prefix `__Host-`, which browsers take only from this very
 * host, over TLS, for the whole site. Not every browser takes that over plain http, not even on loopback: there the
 * cookie has a plain name, and only that name is read, so that none of the two can stand in for the other.
 */
export function createSessionCookie({ overTls }: { readonly overTls: boolean }): SessionCookie {
  const name = overTls ? "__Host-gaffe_session" : "gaffe_session";
  // Strict: pages need no cookie, and what they ask for comes from the same site.
  const rules = `Path=/; HttpOnly; SameSite=Strict${overTls ? "; Secure" : ""}`;
  return {
    read: ({ cookie = "" }) => {
      const found = cookie
        .split(";")
        .map((part) => part.trim())
        .filter((part) => part.startsWith(`${name}=`));
      // Two of one name: another page of this site set one, and nobody can tell which.
      return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined;
    },
    give: (secret) => `${name}=${secret}; Max-Age=${sessionLife.longestMs / 1000}; ${rules}`,
    takeBack: `${name}=; Max-Age=0; ${rules}`,
  };
}
