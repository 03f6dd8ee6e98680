import { Icon } from "../../platform/ui/icon.tsx";
import type { Tail } from "./use-tail.ts";

const words = { off: "Live", live: "Live", paused: "Paused", reconnecting: "Reconnecting" } as const;

/** Toggles the live tail and shows its state in words: color alone is not accessible. */
export function LiveButton({ tail, onToggle }: { tail: Tail; onToggle: () => void }) {
  const { state, waiting, sampled, problem } = tail;
  return (
    <>
      <button type="button" aria-pressed={state !== "off"} className={`live ${state}`} onClick={onToggle}>
        <Icon name={state === "off" ? "play" : "stop"} />
        <span>{words[state]}</span>
      </button>
      <span className="hidden" role="status">
        {state === "off" ? "" : words[state]}
      </span>
      {problem !== undefined && (
        <span className="chip fail" role="status">
          Nothing new can be read: {problem}
        </span>
      )}
      {waiting > 0 && (
        <button type="button" className="primary" onClick={tail.release}>
          {waiting} new
        </button>
      )}
      {sampled !== undefined && <span className="chip warn">50 of {sampled} a second</span>}
    </>
  );
}
