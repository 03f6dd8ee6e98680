import { messageOf } from "../platform/failure.ts";

/** What was opened, to be closed backwards. */
export interface Undo {
  add(close: () => unknown): void;
  all(): Promise<void>;
  /** What is left of the grace period; all of it while nothing is being closed. Milliseconds. */
  remainingMs(): number;
}

interface Dependencies {
  readonly onFailure: (thrown: unknown) => void;
  /** All steps together are to take no longer. */
  readonly graceMs: number;
  /** Called when they take this much longer all the same: the process is to be ended. */
  readonly onLate: () => void;
}

/** Writing what is left and closing files may take this much longer than the grace period. */
const lateMs = 5000;

export function createUndo({ onFailure, graceMs, onLate }: Dependencies): Undo {
  const steps: (() => unknown)[] = [];
  let deadline: number | undefined;
  return {
    add: (close) => void steps.push(close),
    remainingMs: () => (deadline === undefined ? graceMs : Math.max(0, deadline - performance.now())),
    async all() {
      deadline ??= performance.now() + graceMs;
      const late = setTimeout(onLate, graceMs + lateMs);
      late.unref();
      for (const close of steps.splice(0).reverse()) {
        try {
          await close();
        } catch (thrown) {
          onFailure(thrown);
        }
      }
      clearTimeout(late);
    },
  };
}

/** For a service: a part that does not close is logged, and no part keeps the process from ending. */
export function serviceUndo(log: { error(facts: object, message: string): void }, graceMs: number): Undo {
  return createUndo({
    graceMs,
    onFailure: (thrown) => log.error({ error: messageOf(thrown) }, "a part did not close"),
    onLate: () => {
      log.error({ graceMs }, "a part did not close in the grace period; the process ends without it");
      process.exit(1);
    },
  });
}
