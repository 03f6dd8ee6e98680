import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from "react";
import type { KnownKeys } from "../../platform/keyboard/known.ts";

/** An action or a destination that the command palette finds by its name. */
export interface Command {
  readonly title: string;
  /** The equivalent shortcut, as the shortcut registry writes it. */
  readonly keys?: KnownKeys;
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
      // Commands of the page come before global ones.
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

/** Offers commands in the palette while the component is mounted. */
export function useCommands(group: string, commands: readonly Command[]): void {
  const all = useCommandList();
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => all.add(group, () => latest.current), [all, group]);
}
