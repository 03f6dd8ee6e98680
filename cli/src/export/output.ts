import { closeSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";

/** The destination of an export. */
export interface Output {
  /** Resolves when the bytes are written, or the reader has room for more. */
  write(bytes: Buffer): Promise<void>;
  /** Flushes the file to disk before it writes the state. */
  save(state: object): void;
  /** Completes the export and deletes the state. */
  end(): void;
  close(): void;
}

export const toStandardOutput: Output = {
  write: (bytes) =>
    new Promise((resolve) => {
      if (process.stdout.write(bytes)) resolve();
      else process.stdout.once("drain", resolve);
    }),
  save: () => undefined,
  end: () => undefined,
  close: () => undefined,
};

/** Opens a file, or continues it after `after` bytes; anything beyond was cut off and is overwritten. */
export function toFile(name: string, stateFile: string, after: number | undefined): Output {
  const file = openSync(name, after === undefined ? "w" : "r+");
  let end = after ?? 0;
  ftruncateSync(file, end);
  return {
    write(bytes) {
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, end + done);
      end += bytes.length;
      return Promise.resolve();
    },
    save(state) {
      fsyncSync(file);
      writeFileSync(`${stateFile}.next`, JSON.stringify({ ...state, bytes: end }));
      renameSync(`${stateFile}.next`, stateFile);
    },
    end() {
      fsyncSync(file);
      rmSync(stateFile, { force: true });
    },
    close: () => closeSync(file),
  };
}
