import type { Body, Prepared } from "../../otlp/index.ts";
import { prepareBody } from "../../otlp/service.ts";
import { ownMemory } from "../../platform/threads/thread-pool.ts";
import { serveTasks } from "../../platform/threads/thread-task.ts";

serveTasks({
  task: (body) => prepareBody(body as Body),
  transfer: (result) => {
    const prepared = result as Prepared;
    return prepared.kind === "accepted" ? ownMemory(prepared.bytes) : [];
  },
});
