import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { digest } from "../crypto/digest.ts";
import { Failure, messageOf } from "../failure.ts";
import type { HttpClient } from "../http/http-client.ts";
import type { LostThread } from "../threads/lost-thread.ts";
import { createThreadPool } from "../threads/thread-pool.ts";
import { downloadModel } from "./download-model.ts";
import { embeddingModel } from "./embedding-model.ts";
import type { EmbeddingResult, EmbeddingTask } from "./embedding-worker.ts";

/** Vectors of length 1 in the order of the texts, or why there are none. */
export type Embedded =
  | { readonly kind: "vectors"; readonly vectors: readonly Float32Array[] }
  | { readonly kind: "unavailable"; readonly reason: string };

export interface EmbedOptions {
  /** Whose texts they are, such as a project: tenants take turns. */
  readonly tenant?: string;
}

/** Turns texts into vectors on this machine, in a separate thread, loaded at the first use. */
export interface Embedder {
  /** Name of the model, for explanations. */
  readonly model: string;
  /** Never throws: without the model, it says so, and tries again after a while. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Embedded>;
  close(): Promise<void>;
}

interface EmbedderOptions {
  /** False: the operator switched embeddings off. */
  readonly isOn: boolean;
  /** Folder for models. */
  readonly folder: string;
  readonly archiveUrl?: string;
  readonly http: Pick<HttpClient, "send">;
  readonly onLost: (lost: LostThread) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Of one text: beginnings beyond it hold more tokens than the model reads. */
const maxCharacters = 4_000;
/** 1.5 KB each. */
const remembered = 10_000;
const textsPerTask = 64;
const stallMs = 60_000;
/** After a failed download or load. */
const retryMs = 600_000;

/** Vectors are cached by a digest of their text. */
export function createEmbedder({
  isOn,
  folder,
  archiveUrl = embeddingModel.archiveUrl,
  http,
  onLost,
  now,
}: EmbedderOptions): Embedder {
  const script = new URL("embedding-worker.ts", import.meta.url);
  const pool = createThreadPool({ script, size: 1, start: "when-needed", niceness: 6, youngMb: 6, stallMs, onLost });
  const known = new LRUCache<string, Float32Array>({ max: remembered });
  const own = join(folder, embeddingModel.folder);
  let installing: Promise<unknown> | undefined;
  let failed: { readonly at: number; readonly reason: string } | undefined;
  return { model: embeddingModel.name, embed, close: pool.close };

  async function embed(texts: readonly string[], { tenant = "" }: EmbedOptions = {}): Promise<Embedded> {
    if (!isOn) return { kind: "unavailable", reason: "local embeddings are switched off: GAFFE_EMBEDDINGS" };
    if (failed !== undefined && now() - failed.at < retryMs) return { kind: "unavailable", reason: failed.reason };
    const cut = texts.map((text) => text.slice(0, maxCharacters));
    const keys = cut.map((text) => digest(text));
    const found = new Map<string, Float32Array>();
    for (const key of keys) {
      const vector = known.get(key);
      if (vector !== undefined) found.set(key, vector);
    }
    const missing = new Map(keys.map((key, at) => [key, cut[at] ?? ""] as const).filter(([key]) => !found.has(key)));
    try {
      await compute([...missing], { tenant, found });
    } catch (thrown) {
      failed = { at: now(), reason: reasonOf(thrown) };
      return { kind: "unavailable", reason: failed.reason };
    }
    return { kind: "vectors", vectors: keys.map((key) => vectorOf(found, key)) };
  }

  async function compute(
    missing: readonly (readonly [string, string])[],
    { tenant, found }: { tenant: string; found: Map<string, Float32Array> },
  ): Promise<void> {
    for (let from = 0; from < missing.length; from += textsPerTask) {
      const part = missing.slice(from, from + textsPerTask);
      const texts = part.map(([, text]) => text);
      const vectors = await vectorsOf(texts, tenant);
      const { dimensions } = embeddingModel;
      for (const [at, [key]] of part.entries()) {
        const vector = vectors.slice(at * dimensions, (at + 1) * dimensions);
        known.set(key, vector);
        found.set(key, vector);
      }
    }
  }

  async function vectorsOf(texts: readonly string[], tenant: string): Promise<Float32Array> {
    const cost = texts.reduce((sum, text) => sum + text.length, 0);
    const embedNow = async () =>
      (await pool.run({ folder: own, texts } satisfies EmbeddingTask, { tenant, cost })) as EmbeddingResult;
    const first = await embedNow();
    if (first) return first;
    await (installing ??= installed().finally(() => (installing = undefined)));
    const vectors = await embedNow();
    if (!vectors) throw new Failure("dependency", "its files are not what was unpacked");
    return vectors;
  }

  /** Downloads and unpacks the model, once however many texts wait for it. */
  async function installed(): Promise<void> {
    const install = await downloadModel(archiveUrl, http);
    await pool.run({ folder: own, install, texts: [] } satisfies EmbeddingTask, { transfer: [install.buffer] });
  }

  function reasonOf(thrown: unknown): string {
    const { weights, tokenizer } = embeddingModel;
    return `the embedding model is not available (${messageOf(thrown)}): put ${weights.name} and ${tokenizer.name} into ${own}, or set GAFFE_EMBEDDINGS_URL`;
  }
}

function vectorOf(found: ReadonlyMap<string, Float32Array>, key: string): Float32Array {
  const vector = found.get(key);
  if (vector === undefined) throw new Failure("defect", "a text has no vector");
  return vector;
}
