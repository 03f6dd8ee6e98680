import { Failure } from "../failure.ts";
import type { HttpClient } from "../http/http-client.ts";
import { embeddingModel } from "./embedding-model.ts";

const downloadMs = 300_000;

/** Returns the archive that holds the model, in its own memory. Throws Failure("dependency") without one. */
export async function downloadModel(
  archiveUrl: string,
  http: Pick<HttpClient, "send">,
): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await http.send({
    method: "GET",
    url: archiveUrl,
    headers: {},
    timeoutMs: downloadMs,
    maxBytes: embeddingModel.archiveBytes,
  });
  if (answer.kind !== "answered") throw unavailable(`${archiveUrl}: ${answer.reason}`);
  if (answer.status !== 200) throw unavailable(`${archiveUrl} answered ${answer.status}`);
  return new Uint8Array(answer.bytes);
}

const unavailable = (why: string) => new Failure("dependency", why, { reason: "unreachable" });
