import { useEffect, useRef, useState } from "react";
import { singleKeys, useRegistry } from "./keys.tsx";

/** The dialog behind `?`: what can be pressed on this page. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const registry = useRegistry();
  const [on, setOn] = useState(singleKeys.areOn);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog ref={ref} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title">Keyboard</h2>
      {registry.list().map(({ scope, shortcuts }) => (
        <section key={scope} aria-label={scope}>
          <h3 className="muted">{scope}</h3>
          <dl className="keys-table">
            {shortcuts.map(({ keys, does }) => (
              <div key={keys} style={{ display: "contents" }}>
                <dt>
                  {keys.split(" ").map((key) => (
                    <kbd key={key}>{key.replace("$mod", "Ctrl").replace("Arrow", "").replace("Shift+?", "?")}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className="line">
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => {
            singleKeys.set(target.checked);
            setOn(target.checked);
          }}
        />
        <span>Single-key shortcuts</span>
      </label>
      <p className="right">
        <button type="button" onClick={() => ref.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  );
}
