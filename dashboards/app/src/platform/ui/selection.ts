import { useEffect, useMemo, useRef, useState } from "react";

/** Rows that are ticked, of a list that may change under them. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Not only what is ticked: everything that the list's question matches. */
  readonly isEverything: boolean;
  readonly toggle: (id: string) => void;
  readonly add: (ids: readonly string[]) => void;
  /** From the row that was ticked last up to this one. */
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

/** `order` is the rows' ids, asked for when they are needed: there may be many. `of` names the question that they answer: what was ticked in the answer to another one is forgotten. */
export function useSelection(of: string, order: () => readonly string[]): Selection {
  const [kept, setState] = useState<State>(() => nothingOf(of));
  const state = useMemo(() => (kept.of === of ? kept : nothingOf(of)), [kept, of]);
  const latest = useRef(order);
  useEffect(() => {
    latest.current = order;
  });
  // The same object while nothing of it changes: rows are not drawn anew for it.
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
