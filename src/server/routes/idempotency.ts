import { digest } from "../../platform/crypto/digest.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { IdempotencyStore } from "../ports/idempotency.ts";
import { type Reply, refusal } from "./route.ts";

interface Write {
  readonly projectId: ProjectId;
  readonly key: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** Runs a write under an Idempotency-Key once; a repeat within 24 hours gets the first response. */
export function createOnce({ store, now }: { store: IdempotencyStore; now: () => number }) {
  return async ({ projectId, key, method, url, body }: Write, handle: () => Promise<Reply>): Promise<Reply> => {
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw refusal("invalid-request", "must be 1 to 255 visible ASCII characters", "Idempotency-Key");
    }
    const requestHash = digest(method, url, JSON.stringify(body ?? null));
    const claimed = await store.claim({ projectId, key, requestHash, at: now() });
    if (claimed === "running") throw refusal("key-in-use", "wait for the first request to end", "Idempotency-Key");
    if (claimed === "other_request") throw refusal("key-reused", "take a new key", "Idempotency-Key");
    if (claimed !== "claimed") {
      return { status: claimed.status, ...(claimed.body === "" ? {} : { body: JSON.parse(claimed.body) as unknown }) };
    }
    try {
      const reply = await handle();
      const text = reply.body === undefined ? "" : JSON.stringify(reply.body);
      await store.answer(projectId, key, { status: reply.status, body: text });
      return reply;
    } catch (thrown) {
      await store.release(projectId, key);
      throw thrown;
    }
  };
}
