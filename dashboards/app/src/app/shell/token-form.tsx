import { type FormEvent, useState } from "react";
import { enteredToken } from "../../platform/api/client.ts";

/** Accepts an API token, as an alternative to signing in. */
export function TokenForm({ onEntered }: { onEntered: () => void }) {
  const [secret, setSecret] = useState("");
  function enter(event: FormEvent) {
    event.preventDefault();
    enteredToken.set(secret.trim());
    onEntered();
  }
  return (
    <form className="form" onSubmit={enter}>
      <div className="field">
        <label htmlFor="token">API token</label>
        <input
          id="token"
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
          placeholder="gaffe_…"
        />
        <small>Stored in this tab only, until you close it.</small>
      </div>
      <button type="submit" style={{ justifySelf: "start" }} disabled={secret.trim() === ""}>
        Use this token
      </button>
    </form>
  );
}
