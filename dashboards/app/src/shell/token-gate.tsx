import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { enteredToken } from "../api/client.ts";
import type { ApiProblem } from "../api/problem.ts";

/** Asks for an API token. Here as the whole page; in the settings for a token with more rights. */
export function TokenGate({ because }: { because: ApiProblem }) {
  return (
    <main className="page-body">
      <div className="card" style={{ maxWidth: 460, margin: "12vh auto 0" }}>
        <div className="stack">
          <h1>Sign in to Gaffe</h1>
          <p className="muted">
            Paste an API token with the scope <code>read</code>, or <code>write</code> to change things. The first one
            was printed when the service first started.
          </p>
          {enteredToken.get() !== undefined && <p className="note fail">{because.message}</p>}
          <TokenForm />
        </div>
      </div>
    </main>
  );
}

export function TokenForm() {
  const [secret, setSecret] = useState("");
  const queries = useQueryClient();
  function enter(event: FormEvent) {
    event.preventDefault();
    enteredToken.set(secret.trim());
    void queries.resetQueries();
  }
  return (
    <form className="form" onSubmit={enter}>
      <div className="field">
        <label htmlFor="token">API token</label>
        <input
          id="token"
          type="password"
          autoComplete="current-password"
          spellCheck={false}
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
          placeholder="gaffe_…"
        />
        <small>Kept in this tab only, until it is closed.</small>
      </div>
      <button type="submit" className="primary" style={{ justifySelf: "start" }} disabled={secret.trim() === ""}>
        Use this token
      </button>
    </form>
  );
}
