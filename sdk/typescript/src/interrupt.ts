/**
 * Awaits `work`. On Ctrl-C it prints what `leave` returns, how the run is left, and ends the program as the signal
 * does without it; a program or test runner with a handler of the signal decides itself.
 */
export async function interruptible<Result>(work: Promise<Result>, leave: () => Promise<string>): Promise<Result> {
  const onInterrupt = () => {
    void leave()
      .catch((thrown: unknown) => `Interrupted. ${thrown instanceof Error ? thrown.message : String(thrown)}`)
      .then((text) => {
        process.stderr.write(`${text}\n`);
        if (process.listenerCount("SIGINT") === 0) process.kill(process.pid, "SIGINT");
      });
  };
  process.once("SIGINT", onInterrupt);
  try {
    return await work;
  } finally {
    process.removeListener("SIGINT", onInterrupt);
  }
}
