import type { Settings } from "../config/settings.ts";
import type { PipelineStatus } from "../ports/pipeline-status.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { registerGauges } from "./gauges.ts";
import { createServiceFigures } from "./service-figures.ts";
import type { OpenStorage } from "./storage.ts";
import type { Undo } from "./undo.ts";

interface Dependencies {
  readonly settings: Settings;
  readonly storage: OpenStorage;
  readonly pipeline: PipelineStatus;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly now: () => number;
}

/** State of the service for /metrics, /readyz and the health pages, refreshed in the background. */
export async function assembleFigures({ settings, storage, pipeline, telemetry, undo, now }: Dependencies) {
  const { records, journal, deadLetters } = storage;
  const figures = createServiceFigures({
    ...records,
    pingRecords: () => records.ping(),
    pingClickHouse: () => storage.ping(),
    pipeline,
    journalFolder: settings.journalFolder,
    now,
  });
  await figures.refresh();
  figures.start();
  undo.add(() => figures.stop());
  registerGauges({ telemetry, journal, deadLetters, pipeline, figures, now });
  return figures;
}
