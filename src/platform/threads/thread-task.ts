import { parentPort } from "node:worker_threads";
import { messageOf } from "../failure.ts";
import type { PoolMessage, PoolReply } from "./thread-pool.ts";

interface Serving {
  /** Does one task; what it throws is the task's answer. */
  readonly task: (task: unknown) => unknown;
  /** Memory of a result that may be moved instead of copied. */
  readonly transfer?: (result: unknown) => readonly ArrayBuffer[];
  readonly told: (topic: string, message: unknown, key: string) => void;
}

type Incoming = PoolMessage | { readonly id: number; readonly task: unknown };

/** The inside of a pool's thread: answers tasks one at a time. */
export function serveTasks({ task, transfer = () => [], told }: Serving): void {
  const port = parentPort;
  if (port === null) throw new Error("a pool starts this script as a thread");
  port.on("message", (incoming: Incoming) => {
    if ("topic" in incoming) {
      told(incoming.topic, incoming.message, incoming.key);
      return;
    }
    try {
      const result = task(incoming.task);
      port.postMessage({ id: incoming.id, result } satisfies PoolReply, transfer(result));
    } catch (thrown) {
      port.postMessage({ id: incoming.id, error: messageOf(thrown) } satisfies PoolReply);
    }
  });
}
