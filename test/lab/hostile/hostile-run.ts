import { setTimeout as sleep } from "node:timers/promises";
import { encodeTraces } from "../../../src/otlp/encode.ts";
import { freePort } from "../../../src/platform/http/free-port.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { type Exporter, grpcExporter, httpExporter } from "../cluster/exporter.ts";
import { newProject } from "../cluster/projects.ts";
import { type Findings, settle } from "../inspect.ts";
import { newLedger, percentile } from "../ledger.ts";
import { chatSpan } from "../spans.ts";
import { startAttacker } from "./attacker.ts";
import { type AttackName, allAttacks } from "./attacks.ts";
import { addPoison } from "./poison.ts";

export interface HostileRun {
  readonly seed: number;
  /** Of each window without and with the attacks. */
  readonly windowSeconds: number;
  /** Whether another pair of windows follows; called after each. */
  readonly more: (windows: readonly HostileWindow[]) => boolean;
  readonly attacks?: readonly AttackName[];
  /** The attackers have the priority of the others, for runs in which times are not compared. */
  readonly isEqual?: boolean;
  readonly log: (line: string) => void;
}

/** What a window with the attacks did to the good senders and to the main thread. */
export interface HostileWindow {
  readonly calmP99Ms: number;
  readonly attackedP99Ms: number;
  /** How often the main thread took more than 50 ms of CPU time, and its longest time, in milliseconds. */
  readonly longBlocks: number;
  readonly longestBlockCpuMs: number;
}

export interface HostileResult extends Findings {
  readonly dropped: number;
  readonly windows: readonly HostileWindow[];
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Good senders over HTTP and gRPC, next to attackers of every kind; then the good ones' ledger is compared. */
export async function runHostile(run: HostileRun): Promise<HostileResult> {
  const { seed, windowSeconds, more, attacks, isEqual = false, log } = run;
  using folder = temporaryFolder();
  const grpcPort = await freePort();
  await using service = await startService({
    folder: folder.path,
    env: { GAFFE_GRPC_PORT: String(grpcPort), GAFFE_REQUESTS_PER_MINUTE: "0", GAFFE_STALL_SECONDS: "1" },
  });
  const good = await newProject(service, "Good");
  const hostile = await newProject(service, "Hostile");
  await addPoison(hostile);
  const names = attacks ?? allAttacks;
  using attacker = startAttacker(names, { httpPort: service.port, grpcPort, token: hostile.token }, isEqual);

  const state = { isOver: false };
  let dropped = 0;
  let latencies: number[] = [];
  const ledger = newLedger();
  const sending = [httpExporter(() => service.url, good), grpcExporter(grpcPort, good)].map(send);
  await sleep(1000);
  const windows: HostileWindow[] = [];
  do {
    const calmP99Ms = await windowOf();
    const before = await longBlocksOf(service);
    await attacker.start();
    const attackedP99Ms = await windowOf();
    await allReached();
    // Before all connections are closed together.
    const { count, longestMs } = await longBlocksOf(service);
    await attacker.pause();
    const longBlocks = count - before.count;
    windows.push({ calmP99Ms, attackedP99Ms, longBlocks, longestBlockCpuMs: longestMs });
    log(JSON.stringify(windows.at(-1)));
    await sleep(1000);
  } while (more(windows));
  const outcomes = await attacker.end();
  state.isOver = true;
  await Promise.all(sending);
  return { ...(await settle(good, ledger)), dropped, windows, outcomes };

  /** Resolves when every attack had an outcome: on a busy machine, the lowest priority may mean seconds without a turn. */
  async function allReached(): Promise<void> {
    const isReached = async () => {
      const outcomes = Object.keys(await attacker.outcomes());
      return names.every((name) => outcomes.some((outcome) => outcome.startsWith(`${name} `)));
    };
    while (!(await isReached())) await sleep(200);
  }

  /** Returns the 99th percentile of the good senders' acknowledgment times. */
  async function windowOf(): Promise<number> {
    latencies = [];
    await sleep(windowSeconds * 1000);
    return Math.round(percentile(latencies, 0.99));
  }

  async function send(exporter: Exporter, sender: number): Promise<void> {
    for (let number = sender; !state.isOver; number += 2) {
      const span = chatSpan({ run: seed, number, startMs: ledger.baseMs + number });
      const from = performance.now();
      const { kind } = await exporter.send(encodeTraces([span]));
      latencies.push(performance.now() - from);
      if (kind === "acknowledged") ledger.acknowledged.set(span.spanId, number);
      else dropped++;
      await sleep(40);
    }
    exporter.close();
  }
}

async function longBlocksOf({ url, token }: Service): Promise<{ count: number; longestMs: number }> {
  const text = await (await fetch(`${url}/metrics`, { headers: { "api-key": token } })).text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]);
  return {
    count: valueOf("gaffe_event_loop_long_blocks"),
    longestMs: Math.round(valueOf("gaffe_event_loop_longest_block_cpu_seconds") * 1000),
  };
}
