import type { Datapoint } from "../../datapoints/index.ts";
import type { DatapointId } from "../../platform/ids.ts";
import type { Job } from "../jobs/job.ts";

export type StoreVerdicts = (jobs: readonly Job[], read?: ReadonlyMap<DatapointId, Datapoint>) => Promise<void>;
