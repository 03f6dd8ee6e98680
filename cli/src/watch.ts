import { watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Exit, exitCodes } from "./exit.ts";

const note = (text: string): boolean => process.stderr.write(`${text}\n`);

/** Editors write a file in several steps. */
const settleMs = 200;

/**
 * Calls `act` now and after each change of a file of the folder, until it is interrupted. What `act` throws is printed
 * with its exit status, and the next change is awaited; an interruption is thrown.
 */
export async function watchFolder(folder: string, act: () => Promise<void>): Promise<void> {
  const changes = createChanges(folder);
  try {
    for (;;) {
      await act().catch((thrown: unknown) => {
        if (!(thrown instanceof Exit) || thrown.code === exitCodes.interrupted) throw thrown;
        note(`gaffe: ${thrown.message}`);
      });
      note(`waiting for a change in ${folder}; Ctrl-C ends it`);
      note(`${await changes.next()} changed`);
    }
  } finally {
    changes.close();
  }
}

/** Remembers changes, so that one during a run starts the next. */
function createChanges(folder: string) {
  let changed: string | undefined;
  let wake: (() => void) | undefined;
  const watcher = watch(folder, { recursive: true }, (_, file) => {
    changed = file ?? folder;
    wake?.();
  });
  return {
    async next(): Promise<string> {
      if (changed === undefined) await new Promise<void>((resolve) => (wake = resolve));
      await sleep(settleMs);
      const file = changed ?? folder;
      changed = undefined;
      return file;
    },
    close: () => watcher.close(),
  };
}
