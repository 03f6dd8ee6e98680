/**
 * Appends to the journal in argv[2] until it is killed, and prints each sequence number once it was acknowledged.
 */
import { writeSync } from "node:fs";
import { globalProject } from "../../../src/platform/ids.ts";
import { openJournal } from "../../../src/storage/journal/journal.ts";

const { journal } = await openJournal({
  folder: process.argv[2] ?? "",
  maxBytes: 1e9,
  reserveBytes: 0,
  now: () => 0,
});
let next = (journal.heads(globalProject, 0, 1_000_000).at(-1)?.seq ?? 0) + 1;
for (;;) {
  const { seq } = await journal.append({
    projectId: globalProject,
    source: "otlp",
    signal: "traces",
    receivedAt: 0,
    traceIds: ["00000000000000000000000000000001"],
    bodyHash: "",
    bytes: new Uint8Array(2000).fill(next % 256),
  });
  next = seq + 1;
  writeSync(1, `${seq}\n`);
}
