import { type KeyboardEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Keys, PressedKeys, printed } from "./keys.tsx";
import { type KnownKeys, known, remappable } from "./known.ts";
import { clashOf, keyOf, remap } from "./remap.ts";

/** Remaps single-key shortcuts, with Ctrl or Alt for people who use dictation. */
export function OwnKeys() {
  const chosen = remap.use();
  const [editing, setEditing] = useState<KnownKeys>();
  const [message, setMessage] = useState("");
  const [wasOpen] = useState(() => Object.keys(chosen).length > 0);
  /** Applies the new shortcut, or shows why it cannot be used. */
  function take(wanted: string, of: KnownKeys) {
    const clash = clashOf(wanted, of, chosen);
    if (clash !== undefined) {
      setEditing(of);
      return setMessage(`${printed(wanted)} ${clash}.`);
    }
    if (wanted === of) remap.remove((name) => name === of);
    else remap.set(of, wanted);
    setEditing(undefined);
  }
  function press(event: KeyboardEvent, of: KnownKeys) {
    if (editing !== of || event.key === "Tab" || /^(Shift|Control|Alt|Meta)$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return setEditing(undefined);
    const wanted = keyOf(event);
    if (wanted === undefined)
      return setMessage("This key cannot be used. Choose a letter, a digit or a symbol, optionally with Ctrl or Alt.");
    take(wanted, of);
  }
  return (
    <details open={wasOpen}>
      <summary>Custom shortcuts{Object.keys(chosen).length > 0 && ` (${Object.keys(chosen).length})`}</summary>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Keys</th>
            <th scope="col">
              <span className="hidden">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {remappable.map((keys) => (
            <tr key={keys}>
              <td>{known[keys]}</td>
              <td>
                <Keys keys={keys} />
                {chosen[keys] !== undefined && (
                  <span className="muted small">
                    {" "}
                    instead of <PressedKeys pressed={keys} />
                  </span>
                )}
                {editing === keys && (
                  <span role="status" className="mistake">
                    {message}
                  </span>
                )}
              </td>
              <td className="right">
                <span className="line" style={{ justifyContent: "flex-end" }}>
                  <Button
                    text={editing === keys ? "Press them now" : "Change"}
                    className="quiet"
                    aria-label={`${editing === keys ? "Press them now:" : "Change the keys of"} ${known[keys]}`}
                    aria-pressed={editing === keys}
                    onClick={() => (setMessage(""), setEditing(editing === keys ? undefined : keys))}
                    onKeyDown={(event) => press(event, keys)}
                    onBlur={() => editing === keys && setEditing(undefined)}
                  />
                  {chosen[keys] !== undefined && (
                    <Button text="Usual" className="quiet" onClick={() => take(keys, keys)} />
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
