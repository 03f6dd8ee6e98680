import { messageOf } from "./failure.ts";

/** Opened resources, closed in reverse order. */
export interface ShutdownStack {
  add(close: () => unknown): void;
  all(): Promise<void>;
  /** Milliseconds left of the grace period; all of it before shutdown starts. */
  remainingMs(): number;
}

interface Dependencies {
  readonly onFailure: (thrown: unknown) => void;
  /** Time limit for all steps together. */
  readonly graceMs: number;
  /** Called when the steps exceed the limit by `lateMs`, so that the process can be ended. */
  readonly onLate: () => void;
}

/** Extra time for writing buffered data and closing files after the grace period. */
const lateMs = 5000;

export function createShutdownStack({ onFailure, graceMs, onLate }: Dependencies): ShutdownStack {
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

/** Creates the stack of a service: logs a part that does not close, and ends the process if a part hangs. */
export function createServiceShutdownStack(
  log: { error(facts: object, message: string): void },
  graceMs: number,
): ShutdownStack {
  return createShutdownStack({
    graceMs,
    onFailure: (thrown) => log.error({ error: messageOf(thrown) }, "a part did not close"),
    onLate: () => {
      log.error({ graceMs }, "a part did not close in the grace period; the process ends without it");
      process.exit(1);
    },
  });
}
