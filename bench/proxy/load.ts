import { connect, type Socket } from "node:net";

export interface Target {
  readonly port: number;
  readonly head: readonly string[];
}

export interface Load {
  readonly calls: number;
  readonly seconds: number;
  /** Milliseconds, sorted. */
  readonly latencies: readonly number[];
  /** Milliseconds to the first byte of the body, sorted. */
  readonly firstBytes: readonly number[];
}

/** Asks over `connections` sockets, each as soon as its last answer ended, for `seconds`. An odd answer ends the run. */
export async function load(
  target: Target,
  body: string,
  plan: { connections: number; seconds: number },
): Promise<Load> {
  const request = Buffer.from(
    ["POST /v1/chat/completions HTTP/1.1", "host: bench", ...target.head, "content-type: application/json"]
      .concat(`content-length: ${Buffer.byteLength(body)}`, "", body)
      .join("\r\n"),
  );
  const latencies: number[] = [];
  const firstBytes: number[] = [];
  const begun = performance.now();
  const until = begun + plan.seconds * 1_000;
  await Promise.all(Array.from({ length: plan.connections }, () => oneConnection()));
  const seconds = (performance.now() - begun) / 1_000;
  const sorted = (list: number[]) => list.sort((a, b) => a - b);
  return { calls: latencies.length, seconds, latencies: sorted(latencies), firstBytes: sorted(firstBytes) };

  async function oneConnection(): Promise<void> {
    const socket = connect({ port: target.port, host: "127.0.0.1", noDelay: true });
    while (performance.now() < until) await once(socket);
    socket.destroy();
  }

  function once(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      const asked = performance.now();
      let first: number | undefined;
      let tail = "";
      let left: number | undefined;
      const end = () => {
        socket.off("data", read);
        socket.off("error", reject);
        socket.off("close", closed);
        latencies.push(performance.now() - asked);
        firstBytes.push(first ?? performance.now() - asked);
        resolve();
      };
      const closed = () => reject(new Error(`closed early: ${tail.slice(0, 300)}`));
      const read = (chunk: Buffer) => {
        let text = chunk.toString("latin1");
        if (left === undefined) {
          text = tail + text;
          const split = text.indexOf("\r\n\r\n");
          if (split === -1) return void (tail = text);
          if (!text.startsWith("HTTP/1.1 200")) return reject(new Error(text.slice(0, 500)));
          const length = /content-length: (\d+)/i.exec(text.slice(0, split));
          left = length ? Number(length[1]) : -1;
          text = text.slice(split + 4);
          tail = "";
        }
        if (text.length > 0) first ??= performance.now() - asked;
        if (left >= 0) {
          left -= text.length;
          if (left === 0) end();
          return;
        }
        tail = (tail + text).slice(-5);
        if (tail === "0\r\n\r\n") end();
      };
      socket.on("data", read);
      socket.on("error", reject);
      socket.on("close", closed);
      socket.write(request);
    });
  }
}

export const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
export const median = (list: readonly number[]) =>
  quantile(
    list.toSorted((a, b) => a - b),
    0.5,
  );
