/** Shares a number of concurrent calls among flows, first come, first served. */
export interface Budget {
  /** Waits until `weight` calls are free, at most all of them, and runs the task with them. */
  during<Result>(weight: number, task: () => Promise<Result>): Promise<Result>;
}

export function createBudget(total: number): Budget {
  let free = total;
  const waiting: { readonly weight: number; readonly start: () => void }[] = [];
  return {
    async during(weight, task) {
      const own = Math.min(weight, total);
      await new Promise<void>((start) => {
        waiting.push({ weight: own, start });
        startNext();
      });
      try {
        return await task();
      } finally {
        free += own;
        startNext();
      }
    },
  };

  /** A large flow at the front is not overtaken, so that it starts at some point. */
  function startNext(): void {
    for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.weight;
      next.start();
    }
  }
}
