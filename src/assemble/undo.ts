/** What was opened, to be closed backwards. */
export interface Undo {
  add(close: () => unknown): void;
  all(): Promise<void>;
}

export function createUndo(onFailure: (thrown: unknown) => void): Undo {
  const steps: (() => unknown)[] = [];
  return {
    add: (close) => void steps.push(close),
    async all() {
      for (const close of steps.splice(0).reverse()) {
        try {
          await close();
        } catch (thrown) {
          onFailure(thrown);
        }
      }
    },
  };
}
