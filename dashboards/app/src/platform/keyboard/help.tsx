import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Button } from "../ui/button.tsx";
import { Keys, useRegistry } from "./keys.tsx";

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const registry = useRegistry();
  useEffect(() => {
    ref.current?.showModal();
    // Without this, the link at the end would receive the focus.
    document.getElementById("keys-title")?.focus();
  }, []);
  return (
    <dialog ref={ref} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title" tabIndex={-1}>
        Keyboard
      </h2>
      {registry.list().map(({ scope, shortcuts }) => (
        <section key={scope} aria-label={scope}>
          <h3 className="muted">{scope}</h3>
          <dl className="keys-table">
            {shortcuts.map(({ keys, does }) => (
              <div key={keys} style={{ display: "contents" }}>
                <dt>
                  <Keys keys={keys} />
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="muted">
        Single keys can be changed or switched off: <Link to="/settings/preferences">Settings ▸ Preferences</Link>.
      </p>
      <p className="right">
        <Button text="Close" onClick={() => ref.current?.close()} />
      </p>
    </dialog>
  );
}
