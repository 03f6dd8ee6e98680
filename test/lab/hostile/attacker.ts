import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { z } from "zod";
import type { AttackTarget } from "./attack.ts";
import type { AttackName } from "./attacks.ts";

const Counts = z.record(z.string(), z.number());

/**
 * Starts the process of an attacker, which waits. Unless `isEqual`, it has the lowest priority, so that what it costs
 * itself is not measured as what it costs the service.
 */
export function startAttacker(names: readonly AttackName[], target: AttackTarget, isEqual = false) {
  const script = new URL("./attacker-process.ts", import.meta.url).pathname;
  const child: ChildProcess = fork(script, [names.join(","), JSON.stringify(target)]);
  if (child.pid !== undefined && !isEqual) setPriority(child.pid, 19);
  return {
    start: () => request("start"),
    pause: () => request("pause"),
    /** Returns how often each attack had each outcome so far. */
    outcomes: async () => Counts.parse(await request("count")),
    /** Ends the process and returns how often each attack had each outcome. */
    async end(): Promise<Readonly<Record<string, number>>> {
      const exited = once(child, "exit");
      const counts = Counts.parse(await request("end"));
      await exited;
      return counts;
    },
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };

  async function request(message: string): Promise<unknown> {
    const answered = once(child, "message");
    child.send(message);
    const [answer] = (await answered) as [unknown];
    return answer;
  }
}
