import { serveTasks } from "../src/lib/thread-task.ts";
import { decodeTraces } from "../src/otlp/decode.ts";
import type { ProcessResult, ProcessTask } from "../src/pipeline/process.ts";

serveTasks({
  task: (task): ProcessResult => {
    for (const { bytes } of (task as ProcessTask).entries) decodeTraces(bytes);
    return { tables: [], findings: [], retracted: [], orders: [], withdrawn: [], outcomes: [] };
  },
  told: () => undefined,
});
