import { type KeyboardEvent, useState } from "react";
import { Keys, PressedKeys, printed } from "./keys-text.tsx";
import { type KnownKeys, known, remappable } from "./known.ts";
import { clashOf, keyOf, remap } from "./remap.ts";

/** Other keys for what single keys do, with Ctrl or Alt for whoever dictates. */
export function OwnKeys() {
  const chosen = remap.use();
  const [asked, setAsked] = useState<KnownKeys>();
  const [told, setTold] = useState("");
  const [wasOpen] = useState(() => Object.keys(chosen).length > 0);
  /** Says why these cannot be the keys, or takes them. */
  function take(wanted: string, of: KnownKeys) {
    const clash = clashOf(wanted, of, chosen);
    if (clash !== undefined) {
      setAsked(of);
      return setTold(`${printed(wanted)} ${clash}.`);
    }
    if (wanted === of) remap.forget((name) => name === of);
    else remap.set(of, wanted);
    setAsked(undefined);
  }
  function press(event: KeyboardEvent, of: KnownKeys) {
    if (asked !== of || event.key === "Tab" || /^(Shift|Control|Alt|Meta)$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return setAsked(undefined);
    const wanted = keyOf(event);
    if (wanted === undefined)
      return setTold("This key cannot be chosen: take a letter, a digit or a sign, also with Ctrl or Alt.");
    take(wanted, of);
  }
  return (
    <details open={wasOpen}>
      <summary>Keys of your own{Object.keys(chosen).length > 0 && ` (${Object.keys(chosen).length})`}</summary>
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
                {asked === keys && (
                  <span role="status" className="mistake">
                    {told}
                  </span>
                )}
              </td>
              <td className="right">
                <span className="line" style={{ justifyContent: "flex-end" }}>
                  <button
                    type="button"
                    className="quiet"
                    aria-label={`${asked === keys ? "Press them now:" : "Change the keys of"} ${known[keys]}`}
                    aria-pressed={asked === keys}
                    onClick={() => (setTold(""), setAsked(asked === keys ? undefined : keys))}
                    onKeyDown={(event) => press(event, keys)}
                    onBlur={() => asked === keys && setAsked(undefined)}
                  >
                    {asked === keys ? "Press them now" : "Change"}
                  </button>
                  {chosen[keys] !== undefined && (
                    <button type="button" className="quiet" onClick={() => take(keys, keys)}>
                      Usual
                    </button>
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
