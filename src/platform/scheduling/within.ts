import { Failure } from "../failure.ts";

/** Resolves as `work` does, or rejects after `ms` milliseconds with Failure("dependency"). The work itself is not interrupted. */
export async function within<Value>(ms: number, work: () => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure("dependency", `no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
