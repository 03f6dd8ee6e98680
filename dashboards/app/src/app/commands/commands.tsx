import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from "react";
import type { KnownKeys } from "../../platform/keyboard/known.ts";

/** Something that can be done or gone to, found by its name in the palette. */
export interface Command {
  readonly title: string;
  /** The keys that do the same, as the shortcut registry writes them. */
  readonly keys?: KnownKeys;
  /** Other words that it is looked for by. */
  readonly words?: string;
  readonly run: () => void;
}

interface Commands {
  add(group: string, commands: () => readonly Command[]): () => void;
  list(): readonly { readonly group: string; readonly commands: readonly Command[] }[];
}

const CommandsContext = createContext<Commands | undefined>(undefined);

export function CommandsProvider({ children }: { children: ReactNode }) {
  const commands = useMemo<Commands>(() => {
    const groups = new Map<object, { group: string; commands: () => readonly Command[] }>();
    return {
      add(group, list) {
        const key = {};
        groups.set(key, { group, commands: list });
        return () => groups.delete(key);
      },
      // What the page in view offers comes before what is offered everywhere.
      list: () => [...groups.values()].map(({ group, commands }) => ({ group, commands: commands() })).reverse(),
    };
  }, []);
  return <CommandsContext.Provider value={commands}>{children}</CommandsContext.Provider>;
}

export function useCommandList(): Commands {
  const commands = useContext(CommandsContext);
  if (!commands) throw new Error("outside of CommandsProvider");
  return commands;
}

/** Offers commands in the palette while the component is on screen. */
export function useCommands(group: string, commands: readonly Command[]): void {
  const all = useCommandList();
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => all.add(group, () => latest.current), [all, group]);
}
