/** Worker thread of child.ts: runs the engine until its endless query fails. */
import { parentPort, workerData } from "node:worker_threads";
import { DataType, load, open } from "ffi-rs";
import { z } from "zod";

const { library, argv } = z.strictObject({ library: z.string(), argv: z.array(z.string()) }).parse(workerData);

open({ library: "chdb", path: library });
const result = load({
  library: "chdb",
  funcName: "chdb_query_cmdline",
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [argv.length, argv],
});
parentPort?.postMessage(
  load({
    library: "chdb",
    funcName: "chdb_result_error",
    retType: DataType.String,
    paramsType: [DataType.External],
    paramsValue: [result],
  }),
);
