import type { PipelineStatus } from "../../pipeline/ports/pipeline-status.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { OpenStorage } from "../modules/storage.ts";
import type { Settings } from "../settings/settings.ts";
import type { Undo } from "../undo.ts";
import { registerGauges } from "./gauges.ts";
import { createServiceFigures } from "./service-figures.ts";

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
