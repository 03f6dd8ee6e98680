/**
 * Runs the service with a pipeline that decodes accepted requests and stores nothing: the lower bound for
 * ingestion costs.
 */
import { runService } from "../src/app/run-service.ts";

await runService(process.env, { worker: new URL("./decode-only-worker.ts", import.meta.url) });
