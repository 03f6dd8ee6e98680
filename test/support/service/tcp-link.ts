import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy on loopback that can go silent: connections stay open, but no data passes. */
export interface TcpLink extends AsyncDisposable {
  readonly port: number;
  /** Stops all data, on open connections and on new ones, which are still accepted. */
  silence(): void;
  /** New connections pass data again. Silenced ones stay silent, as after a failover. */
  restore(): void;
  point(targetPort: number): void;
}

export async function startTcpLink(firstTarget: number): Promise<TcpLink> {
  let silent = false;
  let targetPort = firstTarget;
  const pairs = new Set<readonly [Socket, Socket | undefined]>();
  const server = createServer((near) => {
    near.on("error", () => {});
    if (silent) {
      pairs.add([near, undefined]);
      near.resume();
      return;
    }
    const far = connect(targetPort, "127.0.0.1");
    pairs.add([near, far]);
    far.on("error", () => near.destroy());
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      silent = true;
      for (const [near, far] of pairs) {
        near.unpipe();
        far?.unpipe();
        // Incoming data is discarded, so that both sides see an open connection.
        near.resume();
        far?.resume();
      }
    },
    restore() {
      silent = false;
    },
    point(port) {
      targetPort = port;
    },
    async [Symbol.asyncDispose]() {
      for (const [near, far] of pairs) {
        near.destroy();
        far?.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
