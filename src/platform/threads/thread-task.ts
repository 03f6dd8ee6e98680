import { parentPort } from "node:worker_threads";
import { Failure, messageOf } from "../failure.ts";
import type { PoolMessage, PoolReply } from "./thread-pool.ts";

interface Serving {
  /** Runs one task; a thrown error is the reply. */
  readonly task: (task: unknown) => unknown;
  /** Returns the memory of a result that may be transferred instead of copied. */
  readonly transfer?: (result: unknown) => readonly ArrayBuffer[];
  readonly onMessage: (topic: string, message: unknown, key: string) => void;
}

type Incoming = PoolMessage | { readonly id: number; readonly task: unknown };

/** Runs inside a pool's thread and replies to tasks one at a time. */
export function serveTasks({ task, transfer = () => [], onMessage }: Serving): void {
  const port = parentPort;
  if (port === null) throw new Failure("defect", "a pool starts this script as a thread");
  port.on("message", (incoming: Incoming) => {
    if ("topic" in incoming) {
      onMessage(incoming.topic, incoming.message, incoming.key);
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
