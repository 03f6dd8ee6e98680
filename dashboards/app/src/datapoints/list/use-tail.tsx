import { useCallback, useEffect, useRef, useState } from "react";
import { followEvents } from "../../platform/api/events.ts";
import type { DatapointRow } from "../../platform/api/types.ts";
import { Button } from "../../platform/ui/button.tsx";
import { Icon } from "../../platform/ui/icon.tsx";

const maxRows = 1000;
const hiddenMs = 60_000;

interface TailBatch {
  readonly items: readonly DatapointRow[];
  readonly among: number;
}

interface Failed {
  readonly detail: string;
}

export interface Tail {
  readonly rows: readonly DatapointRow[];
  /** Rows that arrived while the user was reading; shown afterwards. */
  readonly waiting: number;
  readonly state: "off" | "live" | "paused" | "reconnecting";
  /** Number of matches in the last poll, if only a sample of them was sent. */
  readonly sampled: number | undefined;
  readonly problem: string | undefined;
  readonly release: () => void;
}

/** Returns rows as they arrive, filtered by the service. Rows do not move while the user reads the list. */
export function useTail({ q, on, isResting }: { q: string; on: boolean; isResting: boolean }): Tail {
  const [rows, setRows] = useState<readonly DatapointRow[]>([]);
  const [waiting, setWaiting] = useState<readonly DatapointRow[]>([]);
  const [isConnected, setConnected] = useState(false);
  const [sampled, setSampled] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const resting = useRef(isResting);
  resting.current = isResting;

  useEffect(() => {
    setRows([]);
    setWaiting([]);
    setSampled(undefined);
    setProblem(undefined);
    if (!on) return undefined;
    let hiddenSince: number | undefined;
    const stop = followEvents({
      q,
      onState: setConnected,
      onEvent(name, data) {
        if (name === "wrong") setProblem((data as Failed).detail);
        if (name !== "rows") return;
        setProblem(undefined);
        const { items, among } = data as TailBatch;
        setSampled(among > items.length ? among : undefined);
        const add = (before: readonly DatapointRow[]) => [...items, ...before].slice(0, maxRows);
        if (resting.current) setWaiting(add);
        else setRows(add);
      },
      isWanted: () => hiddenSince === undefined || Date.now() - hiddenSince < hiddenMs,
    });
    const watch = () => {
      hiddenSince = document.hidden ? Date.now() : undefined;
    };
    document.addEventListener("visibilitychange", watch);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", watch);
    };
  }, [q, on]);

  const release = useCallback(() => {
    setRows((before) => [...waiting, ...before].slice(0, maxRows));
    setWaiting([]);
  }, [waiting]);
  useEffect(() => {
    if (!isResting && waiting.length > 0) release();
  }, [isResting, waiting, release]);

  const state = !on ? "off" : !isConnected ? "reconnecting" : isResting ? "paused" : "live";
  return { rows, waiting: waiting.length, state, sampled, problem, release };
}

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
      {waiting > 0 && <Button text={`${waiting} new`} className="primary" onClick={tail.release} />}
      {sampled !== undefined && <span className="chip warn">50 of {sampled} a second</span>}
    </>
  );
}
