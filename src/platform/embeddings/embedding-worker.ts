import { Tokenizer } from "@huggingface/tokenizers";
import type * as Runtime from "onnxruntime-node";
import type { Heartbeat } from "../threads/heartbeat.ts";
import { serveTasks } from "../threads/thread-task.ts";
import { embeddingModel } from "./embedding-model.ts";
import { type InstalledModel, installedModel, installModel } from "./installed-model.ts";

/** `install`: unpacks the model first. `texts`: what vectors are wanted of. */
export interface EmbeddingTask {
  readonly folder: string;
  readonly install?: Uint8Array<ArrayBuffer>;
  readonly texts: readonly string[];
}

/** The vectors one after the other, each of length 1; undefined without an installed model. */
export type EmbeddingResult = Float32Array<ArrayBuffer> | undefined;

interface Loaded {
  readonly tokenizer: Tokenizer;
  readonly session: Runtime.InferenceSession;
  readonly runtime: typeof Runtime;
}

/** One run of the network; more texts in one do not cost less, and the thread could not report progress. */
const textsPerRun = 8;
let loading: Promise<Loaded> | undefined;

serveTasks({
  task: (task, heartbeat) => embed(task as EmbeddingTask, heartbeat),
  transfer: (result) => ((result as EmbeddingResult) ? [(result as Float32Array<ArrayBuffer>).buffer] : []),
});

async function embed({ folder, install, texts }: EmbeddingTask, heartbeat: Heartbeat): Promise<EmbeddingResult> {
  if (install) installModel(folder, install);
  if (!loading) {
    const installed = installedModel(folder);
    if (!installed) return undefined;
    loading = load(installed);
  }
  const loaded = await loading;
  const { dimensions } = embeddingModel;
  const vectors = new Float32Array(texts.length * dimensions);
  for (let from = 0; from < texts.length; from += textsPerRun) {
    heartbeat.item(from);
    await embedRun(loaded, texts.slice(from, from + textsPerRun), vectors.subarray(from * dimensions));
  }
  return vectors;
}

async function load({ weightsPath, tokenizer }: InstalledModel): Promise<Loaded> {
  const runtime = await import("onnxruntime-node");
  const session = await runtime.InferenceSession.create(weightsPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    // Its arena would keep the memory of the longest batch.
    enableCpuMemArena: false,
  });
  return { tokenizer: new Tokenizer(tokenizer, {}), session, runtime };
}

async function embedRun(
  { tokenizer, session, runtime }: Loaded,
  texts: readonly string[],
  vectors: Float32Array,
): Promise<void> {
  const tokens = texts.map((text) => tokenizer.encode(text).ids.slice(0, embeddingModel.maxTokens));
  const length = Math.max(1, ...tokens.map((ids) => ids.length));
  const [ids, mask] = [new BigInt64Array(texts.length * length), new BigInt64Array(texts.length * length)];
  for (const [row, own] of tokens.entries()) {
    for (const [column, id] of own.entries()) {
      ids[row * length + column] = BigInt(id);
      mask[row * length + column] = 1n;
    }
  }
  const tensor = (data: BigInt64Array): Runtime.Tensor => new runtime.Tensor("int64", data, [texts.length, length]);
  const output = await session.run({
    input_ids: tensor(ids),
    attention_mask: tensor(mask),
    token_type_ids: tensor(new BigInt64Array(ids.length)),
  });
  const hidden = output["last_hidden_state"]?.data as Float32Array;
  for (const [row, own] of tokens.entries()) {
    writeMean(hidden.subarray(row * length * embeddingModel.dimensions), own.length, vectors, row);
  }
}

/** Writes the mean of the tokens' vectors, scaled to length 1; zeros for a text without tokens. */
function writeMean(hidden: Float32Array, tokens: number, vectors: Float32Array, row: number): void {
  const { dimensions } = embeddingModel;
  const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions);
  for (let token = 0; token < tokens; token++)
    for (let at = 0; at < dimensions; at++) vector[at] = (vector[at] ?? 0) + (hidden[token * dimensions + at] ?? 0);
  const length = Math.hypot(...vector);
  if (length > 0) for (let at = 0; at < dimensions; at++) vector[at] = (vector[at] ?? 0) / length;
}
