import { parentPort } from "node:worker_threads";
import { encodeCalls, type PackedCalls } from "./encode-calls.ts";

/** Runs in a worker thread: packed calls in, OTLP out, in the same order. */
parentPort?.on("message", (packed: PackedCalls) => {
  const encoding = encodeCalls(packed);
  parentPort?.postMessage(
    encoding,
    encoding.batches.map(({ bytes }) => bytes.buffer),
  );
});
