import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import type { SealedBox } from "../../platform/crypto/sealed-box.ts";

/** A sign-in that was started in this browser and waits for the provider. */
const Flow = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Path to continue to. */
  next: z.string(),
  /** Key of the link for the first account. */
  key: z.string().optional(),
  /** Unix milliseconds. */
  endsAt: z.number(),
});
type Flow = z.infer<typeof Flow>;

interface FlowCookieDependencies {
  readonly box: SealedBox;
  readonly overTls: boolean;
  readonly now: () => number;
}

/** How long a person may take at the provider. */
const flowMs = 10 * 60_000;

/**
 * Stores a started sign-in, sealed, in the browser that started it: strangers cannot fill a database with them, any replica
 * can finish one, and nobody can make another browser finish theirs.
 */
export function createFlowCookie({ box, overTls, now }: FlowCookieDependencies) {
  const name = overTls ? "__Host-gaffe_sso" : "gaffe_sso";
  const rules = `Path=/; HttpOnly; SameSite=Strict${overTls ? "; Secure" : ""}`;
  return {
    give: (flow: Omit<Flow, "endsAt">): string => {
      const sealed = box.seal(JSON.stringify({ ...flow, endsAt: now() + flowMs }), name);
      return `${name}=${encodeURIComponent(sealed)}; Max-Age=${flowMs / 1000}; ${rules}`;
    },

    /** Returns undefined without a cookie, or with one that is not genuine or too old. */
    read: ({ cookie = "" }: IncomingHttpHeaders): Flow | undefined => {
      const found = cookie.split(";").flatMap((part) => part.trim().split(`${name}=`).slice(1));
      // Two of one name: another page of this site set one.
      if (found.length !== 1) return undefined;
      try {
        const flow = Flow.parse(JSON.parse(box.open(decodeURIComponent(found[0] ?? ""), name)));
        return flow.endsAt > now() ? flow : undefined;
      } catch {
        return undefined;
      }
    },

    takeBack: `${name}=; Max-Age=0; ${rules}`,
  };
}
