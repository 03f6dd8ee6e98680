import { connect, type Socket } from "node:net";
import type { CountOutcome } from "./attack.ts";

interface Steady {
  readonly port: number;
  readonly from: string;
  /** Whole requests as bytes, which are sent in turn. */
  readonly requests: readonly Buffer[];
  readonly requestsPerSecond: number;
  readonly count: CountOutcome;
}

const connections = 16;
const everyMs = 20;
const statusLine = Buffer.from("HTTP/1.1 ");

/** Sends requests at a steady rate over 16 connections, without waiting for responses. Returns how to end it. */
export function sendSteadily({ port, from, requests, requestsPerSecond, count }: Steady): () => void {
  const open = new Map<number, Socket>();
  const startedAt = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * requestsPerSecond;
    // A process that was paused does not make up for what it missed.
    sent = Math.max(sent, due - requestsPerSecond);
    for (; sent < due; sent++) {
      const turn = Math.floor(sent);
      const socket = connectionOf(turn % connections);
      if (socket.writableLength < 2 ** 20) socket.write(requests[turn % requests.length] ?? statusLine);
    }
  }, everyMs);
  return () => {
    clearInterval(timer);
    for (const socket of open.values()) socket.destroy();
  };

  function connectionOf(number: number): Socket {
    const before = open.get(number);
    if (before) return before;
    const socket = connect({ port, host: "127.0.0.1", localAddress: from });
    open.set(number, socket);
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(number));
    socket.on("data", (chunk: Buffer) => {
      for (let at = chunk.indexOf(statusLine); at >= 0; at = chunk.indexOf(statusLine, at + 12)) {
        count(chunk.toString("latin1", at + 9, at + 12));
      }
    });
    return socket;
  }
}
