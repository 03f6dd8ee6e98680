import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

interface Killed {
  readonly command: string;
  readonly args: readonly string[];
  /** Data folder of the service; the service is restarted with it here. */
  readonly folder: string;
  readonly workFolder: string;
  readonly service: Service;
  readonly env: Readonly<Record<string, string>>;
  /** Number of calls before each program holds: of the first program, and of the second. */
  readonly holdAfter: readonly [number, number];
}

/**
 * Kills a flow's program half-way; a second program resumes its run, and meanwhile the service is killed and
 * restarted. Programs append a line to LEDGER for every call, two concurrently, and hold after HOLD_AFTER
 * until GO_ON exists. Resolves with all lines and the output of the second program; the caller disposes of
 * the service that it returns.
 */
export async function killBothSides({ command, args, folder, workFolder, service, env, holdAfter }: Killed) {
  const ledger = join(workFolder, "ledger");
  const goOn = join(workFolder, "go-on");
  writeFileSync(ledger, "");
  rmSync(goOn, { force: true });
  const calls = () => readFileSync(ledger, "utf8").split("\n").slice(0, -1);
  const before = new Set((await runs(service)).map(({ id }) => id));

  const first = start(holdAfter[0]);
  await called(holdAfter[0] + 2, first);
  const [run] = await eventually(
    async () => (await runs(service)).filter(({ id }) => !before.has(id)),
    (found) => found.length === 1,
  );
  const id = run?.id ?? "";
  first.child.kill("SIGKILL");
  await first.ended;

  const second = start(holdAfter[1], id);
  await called(holdAfter[0] + holdAfter[1] + 4, second);
  await service.kill("SIGKILL");
  const again = await startService({ folder, port: service.port, env });
  writeFileSync(goOn, "");
  await second.ended;
  return { again, id, calls: calls(), output: second.output() };

  function start(hold: number, resumed?: string) {
    const child: ChildProcess = spawn(command, [...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"] ?? "",
        GAFFE_TOKEN: service.token,
        GAFFE_ENDPOINT: service.url,
        PYTHONDONTWRITEBYTECODE: "1",
        LEDGER: ledger,
        GO_ON: goOn,
        HOLD_AFTER: `${hold}`,
        ...(resumed === undefined ? {} : { RUN: resumed }),
      },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    return { child, ended: once(child, "close"), output: () => output };
  }

  async function called(count: number, program: ReturnType<typeof start>): Promise<void> {
    const isThere = () => existsSync(ledger) && (calls().length >= count || program.child.exitCode !== null);
    await eventually(
      () => Promise.resolve(isThere()),
      (is) => is,
    );
    if (program.child.exitCode !== null) throw new Error(`the program ended:\n${program.output()}`);
  }
}

const runs = async (service: Service) =>
  ((await apiOf(service).get("/test-runs")) as { items: readonly { readonly id: string }[] }).items;

/** Returns how often each repeated call was made. */
export function repeatedIn(calls: readonly string[]): readonly number[] {
  const times = Map.groupBy(calls, (call) => call);
  return [...times.values()].map(({ length }) => length).filter((length) => length > 1);
}
