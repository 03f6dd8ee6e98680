import { hash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { Failure } from "../failure.ts";
import type { HttpClient } from "../http/http-client.ts";
import { embeddingModel, type ModelFile } from "./embedding-model.ts";

/** Absolute paths of the model's files. */
export interface ModelPaths {
  readonly weights: string;
  readonly tokenizer: string;
}

interface ModelFilesOptions {
  /** Folder for models; created when the first is downloaded. */
  readonly folder: string;
  /** Where the archive comes from. */
  readonly archiveUrl: string;
  readonly http: Pick<HttpClient, "send">;
}

const downloadMs = 300_000;
const files: readonly ModelFile[] = [embeddingModel.weights, embeddingModel.tokenizer];

/**
 * Returns the files of the embedding model, downloaded and verified when they are missing. Throws
 * Failure("dependency") that says what to do when they cannot be downloaded, or are not what they should be.
 */
export async function modelFiles({ folder, archiveUrl, http }: ModelFilesOptions): Promise<ModelPaths> {
  const own = join(folder, embeddingModel.folder);
  if (!(await areComplete(own))) await download(own, { archiveUrl, http });
  return { weights: join(own, embeddingModel.weights.name), tokenizer: join(own, embeddingModel.tokenizer.name) };
}

async function areComplete(folder: string): Promise<boolean> {
  const same = await Promise.all(
    files.map(async ({ name, sha256 }) => {
      const bytes = await readFile(join(folder, name)).catch(() => undefined);
      return bytes !== undefined && hash("sha256", bytes) === sha256;
    }),
  );
  return same.every(Boolean);
}

async function download(folder: string, { archiveUrl, http }: Omit<ModelFilesOptions, "folder">): Promise<void> {
  const answer = await http.send({
    method: "GET",
    url: archiveUrl,
    headers: {},
    timeoutMs: downloadMs,
    maxBytes: embeddingModel.archiveBytes,
  });
  if (answer.kind !== "answered") throw unavailable(`${archiveUrl}: ${answer.reason}`, folder);
  if (answer.status !== 200) throw unavailable(`${archiveUrl} answered ${answer.status}`, folder);
  const contents = unzipped(answer.bytes, folder);
  await mkdir(folder, { recursive: true });
  for (const { name, sha256 } of files) {
    const bytes = contents[name];
    if (bytes === undefined || hash("sha256", bytes) !== sha256) {
      throw unavailable(`${archiveUrl} has no ${name} of the expected digest`, folder);
    }
    // Renamed when complete: another process, or the next start, never reads half a file.
    const unfinished = join(folder, `${name}.${process.pid}.part`);
    await writeFile(unfinished, bytes);
    await rename(unfinished, join(folder, name));
  }
}

function unzipped(archive: Uint8Array, folder: string): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(archive, { filter: (entry) => files.some(({ name }) => name === entry.name) });
  } catch (cause) {
    throw unavailable("the archive of the embedding model cannot be read", folder, cause);
  }
}

const unavailable = (why: string, folder: string, cause?: unknown) =>
  new Failure(
    "dependency",
    `the embedding model could not be downloaded (${why}): put ${files.map(({ name }) => name).join(" and ")} into ${folder}, or set GAFFE_EMBEDDINGS_URL`,
    { reason: "unreachable", cause },
  );
