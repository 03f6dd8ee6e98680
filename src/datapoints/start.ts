import type { Embedder } from "../platform/embeddings/embedder.ts";
import { messageOf } from "../platform/failure.ts";
import { createSchedule } from "../platform/scheduling/schedule.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { ClickHouse, Handles } from "../storage/index.ts";
import { querySql as compile } from "./clickhouse/query-sql.ts";
import { conventions } from "./conventions/index.ts";
import { createSessionReader } from "./readers/call-sessions.ts";
import { createDatapointReader } from "./readers/datapoints.ts";
import { createFeedbackReader } from "./readers/feedback.ts";
import { createMediaReader } from "./readers/media.ts";
import { createPayloadReader } from "./readers/payloads.ts";
import { createProjectActivity } from "./readers/project-activity.ts";
import { createSenderReader } from "./readers/senders.ts";
import { createStoreTime } from "./readers/store-time.ts";
import { createHourlyRollup } from "./rollups/hourly-rollup.ts";
import { routes } from "./routes/index.ts";
import { createSimilarDatapoints } from "./similar/similar-datapoints.ts";
import { createRecognizer } from "./stages/recognizer.ts";
import { createTraceOutlineReader } from "./trace-readers/trace-outlines.ts";
import { createTraceReader } from "./trace-readers/traces.ts";

interface DatapointsDependencies {
  readonly handles: Pick<Handles, "clickhouse" | "telemetry" | "shutdownStack" | "now">;
  readonly embedder: Embedder;
  /** Limits the time that a list or a count reads. */
  readonly readSeconds: number;
}

/** What the routes use of modules that start later. */
type FromAbove = Pick<Parameters<typeof routes>[0], "admission" | "evaluation"> & { readonly isServing: () => boolean };

export type Datapoints = ReturnType<typeof startDatapoints>;

/** Reads stored datapoints, and computes hourly rollups in the background. */
export function startDatapoints({ handles, embedder, readSeconds }: DatapointsDependencies) {
  const { clickhouse, telemetry, shutdownStack, now } = handles;
  const reader = createDatapointReader({ clickhouse, compile, clock: () => performance.now(), readSeconds });
  const traces = createTraceReader({ clickhouse });
  const traceOutlines = createTraceOutlineReader({ clickhouse });
  computeRollups(clickhouse, telemetry, shutdownStack);
  return {
    reader,
    traces,
    traceOutlines,
    senders: createSenderReader({ clickhouse }),
    activity: createProjectActivity({ clickhouse }),
    storeTime: createStoreTime({ clickhouse }),
    recognize: createRecognizer({ conventions }),
    conventions,
    routes: ({ admission, evaluation, isServing }: FromAbove) =>
      routes({
        admission,
        evaluation,
        isServing,
        datapoints: reader,
        feedback: createFeedbackReader({ clickhouse }),
        similarDatapoints: createSimilarDatapoints({ datapoints: reader, embedder }),
        callSessions: createSessionReader({ clickhouse, compile }),
        media: createMediaReader({ clickhouse }),
        payloads: createPayloadReader({ clickhouse }),
        traces,
        traceOutlines,
        now,
      }),
  };
}

const hoursAtOnce = 24;

/** Computes the rollups of settled hours in small batches until none are left. */
function computeRollups(clickhouse: ClickHouse, { emit }: Telemetry, shutdownStack: ShutdownStack): void {
  const hours = createHourlyRollup({ clickhouse });
  const schedule = createSchedule({
    work: async () => ((await hours.run(hoursAtOnce)) > 0 ? "again" : undefined),
    onFailure: (thrown) =>
      emit({
        kind: "hours-not-worked-out",
        level: "warn",
        message: "hourly rollups could not be computed; charts read individual calls until the next attempt",
        facts: { error: messageOf(thrown) },
      }),
    everyMs: 60_000,
  });
  schedule.start();
  shutdownStack.add(schedule.stop);
}
