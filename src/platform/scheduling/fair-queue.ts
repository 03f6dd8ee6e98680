interface Waiting<Task> {
  readonly task: Task;
  readonly cost: number;
}

interface Line<Task> {
  readonly waiting: Waiting<Task>[];
  deficit: number;
}

/**
 * A queue that serves its tenants in turns, by deficit round robin over costs (M. Shreedhar and G. Varghese, Efficient
 * Fair Queuing using Deficit Round Robin, 1996): a tenant with much waiting delays the next one by one task at most.
 * `quantum`: the cost that a tenant may add in each turn.
 */
export function createFairQueue<Task>(quantum: number) {
  const lines = new Map<string, Line<Task>>();
  let length = 0;

  return {
    push,
    shift,
    drain,
    length: () => length,
    lengthOf: (tenant: string) => lines.get(tenant)?.waiting.length ?? 0,
  };

  function push(tenant: string, task: Task, cost: number): void {
    const line = lines.get(tenant) ?? { waiting: [], deficit: 0 };
    line.waiting.push({ task, cost });
    lines.set(tenant, line);
    length++;
  }

  function shift(): Task | undefined {
    while (length > 0) {
      for (const [tenant, line] of lines) {
        const [first] = line.waiting;
        if (first && (lines.size === 1 || first.cost <= line.deficit)) return taken(tenant, line, first);
        // The turn passes on; the deficit that it earned stays.
        line.deficit += quantum;
        lines.delete(tenant);
        lines.set(tenant, line);
      }
    }
    return undefined;
  }

  function taken(tenant: string, line: Line<Task>, first: Waiting<Task>): Task {
    line.waiting.shift();
    line.deficit = Math.max(0, line.deficit - first.cost);
    if (line.waiting.length === 0) lines.delete(tenant);
    length--;
    return first.task;
  }

  /** Removes everything that waits. */
  function drain(): readonly Task[] {
    const all = [...lines.values()].flatMap(({ waiting }) => waiting.map(({ task }) => task));
    lines.clear();
    length = 0;
    return all;
  }
}
