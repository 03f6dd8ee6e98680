/**
 * The pipeline's thread, with one check and one convention that never end on certain texts: exploits of particular
 * checks are fixed one by one, but what the pipeline does with the next one must stay.
 */

import { codeChecks } from "../../../src/checks/library/index.ts";
import { conventions } from "../../../src/datapoints/conventions/index.ts";

/** In the answer of a call: the check `is_json` does not end. */
const stallsCheck = "STALL THE CHECK";
/** As the name of a span: assembling its trace does not end. */
const stallsTrace = "STALL THE TRACE";

const isJson = codeChecks.get("is_json");
const [first] = conventions;
if (!isJson || !first) throw new Error("the check or the conventions are gone");

(codeChecks as Map<string, typeof isJson>).set("is_json", {
  ...isJson,
  evaluate(subject, options) {
    if (JSON.stringify(subject.datapoint.output).includes(stallsCheck)) forever();
    return isJson.evaluate(subject, options);
  },
});
(conventions as (typeof first)[]).unshift({
  ...first,
  name: "stalling",
  claim(span) {
    if (span.name === stallsTrace) forever();
    return undefined;
  },
});

function forever(): never {
  for (let turns = 0; ; turns++) if (turns < 0) throw new Error("unreachable");
}

await import("../../../src/app/worker.ts");
