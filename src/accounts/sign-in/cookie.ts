import type { IncomingHttpHeaders } from "node:http";
import { sessionLife } from "../account.ts";

export interface SessionCookie {
  /** Returns the cookie's value. */
  read(headers: IncomingHttpHeaders): string | undefined;
  /** Returns `Set-Cookie` for a new session. */
  give(secret: string): string;
  /** `Set-Cookie` that removes the session. */
  readonly takeBack: string;
}

/**
 * Creates the session cookie. Over https its prefix is `__Host-`, which browsers accept only from this host,
 * over TLS, for the whole site. Not every browser accepts that over plain http, even on loopback: there the
 * cookie has a plain name, and only that name is read, so that one cannot replace the other.
 */
export function createSessionCookie({ overTls }: { readonly overTls: boolean }): SessionCookie {
  const name = overTls ? "__Host-gaffe_session" : "gaffe_session";
  // Strict: pages need no cookie, and their requests come from the same site.
  const rules = `Path=/; HttpOnly; SameSite=Strict${overTls ? "; Secure" : ""}`;
  return {
    read: ({ cookie = "" }) => {
      const found = cookie
        .split(";")
        .map((part) => part.trim())
        .filter((part) => part.startsWith(`${name}=`));
      // Two cookies of one name: another page of this site set one, and which is unknown.
      return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined;
    },
    give: (secret) => `${name}=${secret}; Max-Age=${sessionLife.longestMs / 1000}; ${rules}`,
    takeBack: `${name}=; Max-Age=0; ${rules}`,
  };
}
