import type { Readable } from "node:stream";
import { type BodyPace, startBodyDeadline } from "../../platform/http/body-deadline.ts";
import type { Reservation } from "../../platform/http/in-flight.ts";
import { joined } from "../otlp/joined.ts";

export type MessageRead =
  | { readonly kind: "read"; readonly bytes: Uint8Array<ArrayBuffer>; readonly compressed: boolean }
  | { readonly kind: "too_large" | "no_room" | "too_slow" | "malformed" | "aborted" };

export interface MessageBounds extends BodyPace {
  /** Longest message as sent, uncompressed … */
  readonly maxBytes: number;
  /** … and compressed. */
  readonly maxCompressedBytes: number;
}

/** One byte that tells whether the message is compressed, four bytes of its length. */
const prefixBytes = 5;

/**
 * Reads the one message of a unary call, as sent: it stays compressed. Memory for the announced length is reserved
 * before the message is received, and the message counts only when the client has ended its side of the stream.
 */
export function readMessage(stream: Readable, reservation: Reservation, bounds: MessageBounds): Promise<MessageRead> {
  const chunks: Buffer[] = [];
  let prefix = Buffer.alloc(0);
  let announced: number | undefined;
  let length = 0;

  return new Promise((resolve) => {
    const endDeadline = startBodyDeadline(
      bounds,
      () => length,
      () => finish({ kind: "too_slow" }),
    );
    stream.on("data", onData);
    stream.on("end", onEnd);
    stream.on("close", onClose);

    function onData(chunk: Buffer): void {
      let rest = chunk;
      if (announced === undefined) {
        const missing = prefixBytes - prefix.length;
        prefix = Buffer.concat([prefix, chunk.subarray(0, missing)]);
        rest = chunk.subarray(missing);
        if (prefix.length < prefixBytes) return;
        announced = prefix.readUInt32BE(1);
        if (announced > (isCompressed() ? bounds.maxCompressedBytes : bounds.maxBytes)) {
          return finish({ kind: "too_large" });
        }
        if (!reservation.grow(announced)) return finish({ kind: "no_room" });
      }
      length += rest.length;
      if (length > announced) finish({ kind: "malformed" });
      else chunks.push(rest);
    }

    function onEnd(): void {
      if (announced === undefined || length < announced) return finish({ kind: "malformed" });
      finish({ kind: "read", bytes: joined(chunks, length), compressed: isCompressed() });
    }

    function onClose(): void {
      finish({ kind: "aborted" });
    }

    function isCompressed(): boolean {
      return prefix[0] === 1;
    }

    function finish(outcome: MessageRead): void {
      endDeadline();
      stream.off("data", onData);
      stream.off("end", onEnd);
      stream.off("close", onClose);
      resolve(outcome);
    }
  });
}
