import { parentPort } from "node:worker_threads";
import { Failure, messageOf } from "../failure.ts";
import { type Heartbeat, threadHeartbeat } from "./heartbeat.ts";
import type { PoolMessage, PoolReply } from "./thread-pool.ts";

interface Serving {
  /** Runs one task; a thrown error or a rejection is the reply. Work on untrusted input names its items and steps as it goes. */
  readonly task: (task: unknown, heartbeat: Heartbeat) => unknown;
  /** Returns the memory of a result that may be transferred instead of copied. */
  readonly transfer?: (result: unknown) => readonly ArrayBuffer[];
  readonly onMessage?: (topic: string, message: unknown, key: string) => void;
}

type Incoming = PoolMessage | { readonly id: number; readonly task: unknown };

/** Runs inside a pool's thread and replies to tasks one at a time. */
export function serveTasks({ task, transfer = () => [], onMessage = () => undefined }: Serving): void {
  const port = parentPort;
  if (port === null) throw new Failure("defect", "a pool starts this script as a thread");
  const heartbeat = threadHeartbeat();
  port.on("message", (incoming: Incoming) => {
    if ("topic" in incoming) {
      onMessage(incoming.topic, incoming.message, incoming.key);
      return;
    }
    heartbeat.item("");
    const answer = (result: unknown) =>
      port.postMessage({ id: incoming.id, result } satisfies PoolReply, transfer(result));
    const refuse = (thrown: unknown) =>
      port.postMessage({ id: incoming.id, error: messageOf(thrown) } satisfies PoolReply);
    try {
      const result = task(incoming.task, heartbeat);
      if (result instanceof Promise) result.then(answer).catch(refuse);
      else answer(result);
    } catch (thrown) {
      refuse(thrown);
    }
  });
}
