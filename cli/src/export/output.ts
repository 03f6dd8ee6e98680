import { closeSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";

/** Where an export is written to. */
export interface Output {
  /** Resolves when it is written, or whoever reads has room for more. */
  write(bytes: Buffer): Promise<void>;
  /** What was written is on the disk before the state beside it says so. */
  keep(state: object): void;
  /** It is whole: the state goes. */
  end(): void;
  close(): void;
}

export const toStandardOutput: Output = {
  write: (bytes) =>
    new Promise((resolve) => {
      if (process.stdout.write(bytes)) resolve();
      else process.stdout.once("drain", resolve);
    }),
  keep: () => undefined,
  end: () => undefined,
  close: () => undefined,
};

/** A file that is gone on with after so many bytes: what lies behind them was cut off. */
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
    keep(state) {
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
