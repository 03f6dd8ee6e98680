/** The service with the thread of stalling-worker.ts. */
import { runService } from "../../../src/app/run-service.ts";

await runService(process.env, { worker: new URL("./stalling-worker.ts", import.meta.url) });
