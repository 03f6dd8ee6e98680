import type { ReactNode } from "react";
import { enteredToken } from "../../platform/api/client.ts";
import { isAtLeast, type Role, useMe } from "./me.ts";

/** Shows its children to people with the role, and to others the reason and what to do. */
export function RequireRole({ least, children }: { least: Role; children: ReactNode }) {
  const who = useMe();
  if (isAtLeast(who, least)) return children;
  return (
    <section className="card stack" style={{ maxWidth: 560 }}>
      {who.kind === "user" ? (
        <>
          <h2>This page requires the role {least}</h2>
          <p className="muted">Your role is {who.role}. Ask an admin to change it under Settings ▸ Users.</p>
        </>
      ) : who.kind === "token" ? (
        <>
          <h2>This needs an admin token</h2>
          <p className="muted">
            The entered token does not have this permission.{" "}
            <button
              type="button"
              onClick={() => {
                enteredToken.remove();
                location.reload();
              }}
            >
              Remove token
            </button>
          </p>
        </>
      ) : (
        <>
          <h2>No account exists yet</h2>
          <p className="muted">
            On this computer, everything except managing access works without an account. To manage access, sign up with
            an email address and a password. After that, everyone must sign in.
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
