import type { Server, Socket } from "node:net";

export interface ConnectionLimits {
  /** Open connections of one listening port. */
  readonly total: number;
  /** Open connections from one address; loopback and reverse proxies may be exempt. */
  readonly perAddress: number;
  /** Addresses to which `perAddress` does not apply, such as reverse proxies. */
  readonly isExempt?: (address: string) => boolean;
}

/** Closes connections beyond the limits as soon as they are accepted, before a byte of them is read. */
export function limitConnections(
  server: Server,
  { total, perAddress, isExempt = () => false }: ConnectionLimits,
  onRefused: (reason: ConnectionRefusal) => void,
): void {
  const open = new Map<string, number>();
  server.maxConnections = total;
  server.on("drop", () => onRefused("total"));
  // Runs before the server's own listener, which would start to read.
  server.prependListener("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    if (isExempt(address.replace(/^::ffff:/, ""))) return;
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count <= perAddress) return;
    onRefused("per_address");
    socket.destroy();
  });
}

export const connectionRefusals = ["total", "per_address"] as const;
export type ConnectionRefusal = (typeof connectionRefusals)[number];
