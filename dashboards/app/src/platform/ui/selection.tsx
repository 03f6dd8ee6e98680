import { useEffect, useMemo, useRef, useState } from "react";

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Everything that matches the list's query is selected, not only loaded rows. */
  readonly isEverything: boolean;
  readonly toggle: (id: string) => void;
  readonly add: (ids: readonly string[]) => void;
  /** Selects from the last selected row to this one. */
  readonly extendTo: (id: string) => void;
  readonly tickAll: () => void;
  readonly chooseEverything: () => void;
  readonly clear: () => void;
}

interface State {
  readonly of: string;
  readonly ids: ReadonlySet<string>;
  readonly last: string | undefined;
  readonly isEverything: boolean;
}

/**
 * Tracks the selection. `order` returns the ids of the rows, on demand because there may be many. `of`
 * identifies the query; a change of it clears the selection.
 */
export function useSelection(of: string, order: () => readonly string[]): Selection {
  const [lastState, setState] = useState<State>(() => nothingOf(of));
  const state = useMemo(() => (lastState.of === of ? lastState : nothingOf(of)), [lastState, of]);
  const latest = useRef(order);
  useEffect(() => {
    latest.current = order;
  });
  // Stable while nothing changes, so that rows do not re-render.
  return useMemo(() => {
    const set = (ids: ReadonlySet<string>, last: string | undefined) =>
      setState({ of, ids, last, isEverything: false });
    return {
      ids: state.ids,
      isEverything: state.isEverything,
      toggle(id) {
        const ids = new Set(state.ids);
        if (!ids.delete(id)) ids.add(id);
        set(ids, id);
      },
      add: (ids) => set(new Set([...state.ids, ...ids]), ids.at(-1)),
      extendTo(id) {
        const all = latest.current();
        const [from, to] = [all.indexOf(state.last ?? id), all.indexOf(id)];
        const between = all.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1);
        set(new Set([...state.ids, ...between]), id);
      },
      tickAll: () => set(new Set(latest.current()), state.last),
      chooseEverything: () => setState({ ...state, isEverything: true }),
      clear: () => setState(nothingOf(of)),
    };
  }, [of, state]);
}

const nothingOf = (of: string): State => ({ of, ids: new Set(), last: undefined, isEverything: false });

/** The checkbox of a row. Shift selects everything from the last selected row. */
export const RowTick = ({ id, name, selection }: { id: string; name: string; selection: Selection }) => (
  <input
    type="checkbox"
    className="tick"
    tabIndex={-1}
    aria-label={`Select ${name}`}
    checked={selection.isEverything || selection.ids.has(id)}
    onClick={(event) => {
      event.stopPropagation();
      if (event.shiftKey) selection.extendTo(id);
      else selection.toggle(id);
    }}
    onChange={() => undefined}
  />
);
