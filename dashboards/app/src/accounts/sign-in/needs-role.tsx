import type { ReactNode } from "react";
import { enteredToken } from "../../platform/api/client.ts";
import { isAtLeast, type Role, useMe } from "./me.ts";

/** What only people of a role see; the others read why, and what to do. */
export function NeedsRole({ least, children }: { least: Role; children: ReactNode }) {
  const who = useMe();
  if (isAtLeast(who, least)) return children;
  return (
    <section className="card stack" style={{ maxWidth: 560 }}>
      {who.kind === "user" ? (
        <>
          <h2>This needs the role {least}</h2>
          <p className="muted">Yours is {who.role}. An admin of the account can change that under Settings ▸ Users.</p>
        </>
      ) : who.kind === "token" ? (
        <>
          <h2>This needs an admin token</h2>
          <p className="muted">
            The token that was entered may not do this.{" "}
            <button
              type="button"
              onClick={() => {
                enteredToken.forget();
                location.reload();
              }}
            >
              Forget it
            </button>
          </p>
        </>
      ) : (
        <>
          <h2>Nobody has signed up yet</h2>
          <p className="muted">
            On this machine everything works without an account but handing out access. Sign up, and it is yours: it
            takes an address and a password. From then on everybody signs in.
          </p>
          <p>
            <a href="/sign-up" className="button primary">
              Sign up
            </a>
          </p>
        </>
      )}
    </section>
  );
}
