/**
 * The service with an injected fault: it kills itself, like SIGKILL, at the n-th execution of a pipeline step.
 * LAB_CRASH_AT is the step ("insert:after"), LAB_CRASH_AFTER is n.
 */

import { runService } from "../../src/app/run-service.ts";
import type { Batch } from "../../src/otlp/ports/admission.ts";
import type { LineParts } from "../../src/pipeline/start.ts";
import type { NewDeadLetter, WriteBatch } from "../../src/storage/ports/journal.ts";
import type { TableInsert } from "../../src/storage/ports/table-writer.ts";

const { LAB_CRASH_AT: where = "", LAB_CRASH_AFTER: after = "1", ...environment } = process.env;
let left = Number(after);

function crash(step: string): void {
  if (step !== where || --left > 0) return;
  process.kill(process.pid, "SIGKILL");
}

/** Wraps a function so that the process may end before or after it. */
function deadly<Args extends unknown[], Result>(step: string, act: (...args: Args) => Promise<Result>) {
  return async (...args: Args): Promise<Result> => {
    crash(`${step}:before`);
    const result = await act(...args);
    crash(`${step}:after`);
    return result;
  };
}

const decorate = ({ journal, writeBatches, writer, raise }: LineParts): LineParts => ({
  journal: { ...journal, append: deadly("append", (batch: Batch) => journal.append(batch)) },
  writeBatches: {
    ...writeBatches,
    async create(batch: WriteBatch) {
      const file = await writeBatches.create(batch);
      return { ...file, save: deadly("save", () => file.save()) };
    },
    complete: deadly("complete", (batch: WriteBatch, dead?: readonly NewDeadLetter[]) =>
      writeBatches.complete(batch, dead),
    ),
  },
  writer: { ...writer, insert: deadly("insert", (batch: TableInsert) => writer.insert(batch)) },
  raise: deadly("raise", raise),
});

await runService(environment, { decorate });
