import { connect } from "node:net";

export interface Target {
  readonly port: number;
  readonly head: readonly string[];
}

export interface Load {
  readonly calls: number;
  readonly seconds: number;
  /** In milliseconds, sorted. */
  readonly latencies: readonly number[];
  /** Milliseconds to the first byte of the body, sorted. */
  readonly firstBytes: readonly number[];
}

export interface LoadPlan {
  readonly connections: number;
  readonly seconds: number;
  /** Minimum number of calls; the load continues beyond `seconds` until it is reached. */
  readonly minCalls?: number;
}

/**
 * Sends requests over `connections` sockets for `seconds`, each as soon as its last response ended. An
 * unexpected response fails the run. It shares two cores with what it measures, so it counts the body without
 * reading it.
 */
export async function load(
  target: Target,
  body: string,
  { connections, seconds, minCalls = 0 }: LoadPlan,
): Promise<Load> {
  const request = Buffer.from(
    ["POST /v1/chat/completions HTTP/1.1", "host: bench", ...target.head, "content-type: application/json"]
      .concat(`content-length: ${Buffer.byteLength(body)}`, "", body)
      .join("\r\n"),
  );
  const latencies: number[] = [];
  const firstBytes: number[] = [];
  const startedAt = performance.now();
  const isOver = (now: number) => now - startedAt >= seconds * 1_000 && latencies.length >= minCalls;
  await Promise.all(Array.from({ length: connections }, () => oneConnection()));
  const took = (performance.now() - startedAt) / 1_000;
  const sorted = (list: number[]) => list.sort((a, b) => a - b);
  return { calls: latencies.length, seconds: took, latencies: sorted(latencies), firstBytes: sorted(firstBytes) };

  function oneConnection(): Promise<void> {
    return new Promise((resolve, reject) => {
      let requestedAt = 0;
      let first = 0;
      /** Remaining bytes of the body; undefined: no head yet; below zero: chunked. */
      let left: number | undefined;
      let tail = "";
      const onread = { buffer: Buffer.allocUnsafe(65_536), callback: read };
      const socket = connect({ port: target.port, host: "127.0.0.1", noDelay: true, onread });
      socket.once("connect", sendRequest);
      socket.once("error", reject);
      socket.once("close", () => reject(new Error("closed early")));

      function sendRequest(): void {
        left = undefined;
        first = 0;
        tail = "";
        requestedAt = performance.now();
        socket.write(request);
      }

      function read(count: number, buffer: Uint8Array): boolean {
        const bytes = buffer.subarray(0, count) as Buffer;
        const from = left === undefined ? readHead(bytes) : 0;
        if (from === count) return true;
        if (first === 0) first = performance.now();
        if (left! < 0) tail = (tail + bytes.toString("latin1", Math.max(from, count - 5), count)).slice(-5);
        else left! -= count - from;
        if (left === 0 || tail === "0\r\n\r\n") finishResponse();
        return true;
      }

      /** A head arrives in one piece: it is small, and loopback does not split it. */
      function readHead(bytes: Buffer): number {
        const end = bytes.indexOf("\r\n\r\n");
        const head = bytes.toString("latin1", 0, end);
        if (end === -1 || !head.startsWith("HTTP/1.1 200")) socket.destroy(new Error(bytes.toString("latin1", 0, 500)));
        const length = /content-length: (\d+)/i.exec(head);
        left = length ? Number(length[1]) : -1;
        return end + 4;
      }

      function finishResponse(): void {
        const now = performance.now();
        latencies.push(now - requestedAt);
        firstBytes.push(first - requestedAt);
        if (!isOver(now)) return sendRequest();
        socket.removeAllListeners("close");
        socket.destroy();
        resolve();
      }
    });
  }
}

/** Returns `envelope` around filler words, `bytes` long in total. */
export function filled(bytes: number, envelope: (words: string) => string): string {
  return envelope("word ".repeat(bytes / 5).slice(0, bytes - envelope("").length));
}

export const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
export const median = (list: readonly number[]) =>
  quantile(
    list.toSorted((a, b) => a - b),
    0.5,
  );
