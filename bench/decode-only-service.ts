/** The service with a line that decodes what was accepted and keeps nothing: the floor that ingestion is measured from. */
import { runService } from "../src/app/assemble.ts";

await runService(process.env, { worker: new URL("./decode-only-worker.ts", import.meta.url) });
