import { type JobOrder, jobId, optionsDigest } from "../../../src/checks/jobs/job.ts";
import { asDatapointId, asMonitorId, globalProject } from "../../../src/platform/ids.ts";
import { noon } from "./examples.ts";

/** Returns a job for check `c` of datapoint `d1`, with a test's changes. */
export function anOrder(change: Partial<JobOrder> = {}): JobOrder {
  const { datapointId = asDatapointId("d1"), check = "c", version = 1, options = {} } = change;
  return {
    id: jobId(datapointId, check, version, optionsDigest(options)),
    projectId: globalProject,
    datapointId,
    partitionTime: noon,
    check,
    version,
    options,
    monitorIds: [asMonitorId("m1")],
    executor: "judge",
    group: "g",
    subject: "same",
    rowVersion: 10,
    ...change,
  };
}
