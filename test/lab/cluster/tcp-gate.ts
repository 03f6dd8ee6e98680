import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { portOf } from "../../support/receivers/mail-server.ts";

export type GateMode = "open" | "closed" | "silent";

/** A TCP proxy on loopback that can refuse connections, or hold them open and discard every byte. */
export interface TcpGate extends AsyncDisposable {
  readonly port: number;
  /** `silent` and `closed` affect new connections only; see `silenceOpen`. */
  setMode(mode: GateMode): void;
  /** Existing connections stay open but pass no data, as after a failover or in a firewall. */
  silenceOpen(): void;
  reset(): void;
  readonly connections: () => number;
}

export async function openTcpGate(targetPort: () => number): Promise<TcpGate> {
  const pairs = new Set<readonly [Socket, Socket | undefined]>();
  let mode: GateMode = "open";
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    if (mode === "closed") {
      socket.resetAndDestroy();
      return;
    }
    const target = mode === "silent" ? undefined : connect(targetPort(), "127.0.0.1");
    const pair = [socket, target] as const;
    pairs.add(pair);
    socket.on("close", () => {
      pairs.delete(pair);
      target?.destroy();
    });
    if (!target) {
      socket.resume();
      return;
    }
    target.on("error", () => socket.destroy());
    target.on("close", () => socket.destroy());
    socket.pipe(target);
    target.pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const reset = () => pairs.forEach(([socket]) => socket.resetAndDestroy());
  return {
    port: portOf(server.address()),
    setMode: (next) => {
      mode = next;
    },
    silenceOpen: () => {
      for (const [socket, target] of pairs) {
        socket.unpipe();
        target?.unpipe();
        socket.resume();
        target?.resume();
      }
    },
    reset,
    connections: () => pairs.size,
    async [Symbol.asyncDispose]() {
      reset();
      server.close();
      await once(server, "close");
    },
  };
}
