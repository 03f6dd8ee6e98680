export type { PipelineStatus } from "./ports/pipeline-status.ts";
