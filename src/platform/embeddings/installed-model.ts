import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { Failure, messageOf } from "../failure.ts";
import { embeddingModel, type ModelFile } from "./embedding-model.ts";

/** The model as it is loaded: the path of its weights, and the definition of its tokenizer. */
export interface InstalledModel {
  readonly weightsPath: string;
  readonly tokenizer: object;
}

const files: readonly ModelFile[] = [embeddingModel.weights, embeddingModel.tokenizer];

/** Returns the model in a folder; undefined if its files are missing or are not what they should be. */
export function installedModel(folder: string): InstalledModel | undefined {
  const contents = files.map(({ name, sha256 }) => {
    const path = join(folder, name);
    const bytes = existsSync(path) ? readFileSync(path) : undefined;
    return bytes !== undefined && hash("sha256", bytes) === sha256 ? bytes : undefined;
  });
  if (contents.includes(undefined)) return undefined;
  const tokenizer = JSON.parse(String(contents[files.indexOf(embeddingModel.tokenizer)])) as object;
  return { weightsPath: join(folder, embeddingModel.weights.name), tokenizer };
}

/** Unpacks the model into a folder. Throws Failure("dependency") for an archive that does not hold it. */
export function installModel(folder: string, archive: Uint8Array): void {
  const contents = unzipped(archive);
  mkdirSync(folder, { recursive: true });
  for (const { name, sha256 } of files) {
    const bytes = contents[name];
    if (bytes === undefined || hash("sha256", bytes) !== sha256)
      throw new Failure("dependency", `the archive has no ${name} of the expected digest`);
    // Renamed when complete: another process, or the next start, never reads half a file.
    const unfinished = join(folder, `${name}.${process.pid}.part`);
    writeFileSync(unfinished, bytes);
    renameSync(unfinished, join(folder, name));
  }
}

function unzipped(archive: Uint8Array): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(archive, { filter: (entry) => files.some(({ name }) => name === entry.name) });
  } catch (cause) {
    throw new Failure("dependency", `the archive cannot be read: ${messageOf(cause)}`, { cause });
  }
}
