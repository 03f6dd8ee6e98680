import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { type RpcStatus, rpcStatus } from "../otlp/answers.ts";

/** How long a client may keep sending after its call was refused, before its stream is reset, in milliseconds. */
const lingerMs = 1000;

const head: OutgoingHttpHeaders = {
  ":status": 200,
  "content-type": "application/grpc+proto",
  "grpc-accept-encoding": "identity,gzip",
};

/** Sends the one message of a successful unary call, and the status OK. */
export function answerCall(stream: ServerHttp2Stream, message: Buffer): void {
  if (stream.destroyed || stream.headersSent) return;
  const frame = Buffer.alloc(5 + message.length);
  frame.writeUInt32BE(message.length, 1);
  message.copy(frame, 5);
  stream.respond({ ...head, "grpc-encoding": "identity" }, { waitForTrailers: true });
  stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0", "grpc-message": "" }));
  stream.end(frame);
}

/**
 * Ends a call with an error status. The rest of its message is discarded for a moment, so that the client can read
 * the status; then the stream is reset.
 */
export function refuseCall(stream: ServerHttp2Stream, status: RpcStatus): void {
  if (stream.destroyed || stream.headersSent) return;
  const { code, message, retryAfterSeconds } = status;
  const headers: OutgoingHttpHeaders = { ...head, "grpc-status": `${code}`, "grpc-message": encodeURI(message) };
  // A google.rpc.Status is sent where there is more than a code and a message.
  if (retryAfterSeconds !== undefined) headers["grpc-status-details-bin"] = rpcStatus(status).toString("base64");
  stream.respond(headers, { endStream: true });
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_NO_ERROR), lingerMs);
  stream.on("close", () => clearTimeout(timer));
  stream.resume();
}

/** Answers a request that isn't gRPC. */
export function refuseRequest(stream: ServerHttp2Stream, httpStatus: number): void {
  if (stream.destroyed) return;
  stream.respond({ ":status": httpStatus }, { endStream: true });
  stream.close(constants.NGHTTP2_NO_ERROR);
}
