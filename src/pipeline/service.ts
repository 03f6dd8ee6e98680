export { PipelineHealth, QueueState, Unavailable } from "./contract/pipeline.ts";
export { deadLetterQueue, pipelineHealth, pipelineQueue } from "./routes/pipeline-health.ts";
