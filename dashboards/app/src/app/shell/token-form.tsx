import { type FormEvent, useState } from "react";
import { enteredToken } from "../../platform/api/client.ts";

/** Takes an API token to go on with, where nobody wants to sign in. */
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
        <small>Kept in this tab only, until it is closed.</small>
      </div>
      <button type="submit" style={{ justifySelf: "start" }} disabled={secret.trim() === ""}>
        Use this token
      </button>
    </form>
  );
}
