/**
 * The service with a fault built in: it kills itself, as SIGKILL does, at the n-th time of a step of the pipeline.
 * LAB_CRASH_AT names the step ("insert:after"), LAB_CRASH_AFTER says n.
 */

import { runService } from "../../src/app/assemble.ts";
import type { LineParts } from "../../src/app/modules/line.ts";
import type { Batch } from "../../src/otlp/ports/admission.ts";
import type { TableInsert } from "../../src/pipeline/ports/kept.ts";
import type { NewDeadLetter, WriteBatch } from "../../src/storage/ports/journal.ts";

const { LAB_CRASH_AT: where = "", LAB_CRASH_AFTER: after = "1", ...environment } = process.env;
let left = Number(after);

function crash(step: string): void {
  if (step !== where || --left > 0) return;
  process.kill(process.pid, "SIGKILL");
}

/** The same function, that may end the process before or after. */
function deadly<Args extends unknown[], Result>(step: string, act: (...args: Args) => Promise<Result>) {
  return async (...args: Args): Promise<Result> => {
    crash(`${step}:before`);
    const result = await act(...args);
    crash(`${step}:after`);
    return result;
  };
}

const decorate = ({ journal, writeBatches, keeper, raise }: LineParts): LineParts => ({
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
  keeper: { ...keeper, insert: deadly("insert", (batch: TableInsert) => keeper.insert(batch)) },
  raise: deadly("raise", raise),
});

await runService(environment, { decorate });
