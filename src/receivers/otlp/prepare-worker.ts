import { parentPort } from "node:worker_threads";
import { type Body, prepareBody } from "../../otlp/prepare.ts";
import { ownMemory } from "./prepare-pool.ts";

parentPort?.on("message", (body: Body) => {
  const prepared = prepareBody(body);
  parentPort?.postMessage(prepared, prepared.kind === "accepted" ? ownMemory(prepared.bytes) : []);
});
