import { ownMemory } from "../../lib/thread-pool.ts";
import { serveTasks } from "../../lib/thread-task.ts";
import { type Body, type Prepared, prepareBody } from "../../otlp/prepare.ts";

serveTasks({
  task: (body) => prepareBody(body as Body),
  transfer: (result) => {
    const prepared = result as Prepared;
    return prepared.kind === "accepted" ? ownMemory(prepared.bytes) : [];
  },
  told: () => undefined,
});
