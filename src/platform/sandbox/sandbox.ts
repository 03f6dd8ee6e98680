import { Failure } from "../failure.ts";
import { type SandboxAnswer, type SandboxCall, sandboxLimits } from "./answer.ts";
import { openSeat, type Seat, type SeatOutcome } from "./seat.ts";

/** What came of a call: an answer of the program, or that its process had to be killed or was lost. */
export type SandboxResult =
  | SandboxAnswer
  | { readonly kind: "killed"; readonly afterMs: number }
  | { readonly kind: "unavailable"; readonly because: string };

export interface Sandbox extends AsyncDisposable {
  /**
   * Runs a program that nobody trusts. Never rejects for what the program does; Failure("caller") for a program or
   * input over its size, Failure("dependency") when too many wait. Calls of one tenant never share a process with
   * those of another, and a call never sees what an earlier one left behind.
   */
  run(tenant: string, call: SandboxCall): Promise<SandboxResult>;
  /** The processes there are right now. */
  pids(): readonly number[];
  close(): Promise<void>;
}

export type SandboxEvent =
  | { readonly kind: "killed"; readonly tenant: string; readonly afterMs: number }
  | { readonly kind: "lost" | "starved"; readonly tenant: string }
  | { readonly kind: "not-started"; readonly error: string };

interface Needs {
  /** Processes at once; one tenant never has all of them. At least 2. */
  readonly size: number;
  readonly onEvent: (event: SandboxEvent) => void;
}

interface Waiting {
  readonly tenant: string;
  readonly call: SandboxCall;
  readonly resolve: (result: SandboxResult) => void;
  tries: number;
}

interface Place {
  seat: Seat | undefined;
  tenant: string | undefined;
  calls: number;
  /** Calls in a row for this tenant, while others may wait. */
  turn: number;
  busy: boolean;
  idleSince: number;
}

const retireAfterCalls = 1000;
const waitAtMost = 2000;
const callsInARow = 20;
const idleMs = 60_000;

/** Sandbox processes, started when they are needed and ended when they are not. */
export function createSandbox({ size, onEvent }: Needs): Sandbox {
  const places: Place[] = Array.from({ length: Math.max(2, size) }, emptyPlace);
  /** By tenant, in turns: who waits longest for a turn stands first. */
  const queues = new Map<string, Waiting[]>();
  let closed = false;
  const sweeper = setInterval(endIdle, idleMs / 2);
  sweeper.unref();
  return { run, pids, close, [Symbol.asyncDispose]: close };

  function run(tenant: string, call: SandboxCall): Promise<SandboxResult> {
    if (Buffer.byteLength(call.source) > sandboxLimits.sourceBytes)
      throw new Failure("caller", `the program is longer than ${sandboxLimits.sourceBytes / 1024} KB`);
    if (Buffer.byteLength(call.input ?? "") > sandboxLimits.inputBytes)
      throw new Failure("caller", `the input is larger than ${sandboxLimits.inputBytes / 2 ** 20} MB`);
    const queue = queues.get(tenant) ?? [];
    if (closed || queue.length >= waitAtMost)
      throw new Failure("dependency", closed ? "the sandbox is closed" : "too many programs wait for the sandbox");
    return new Promise((resolve) => {
      queue.push({ tenant, call, resolve, tries: 0 });
      queues.set(tenant, queue);
      next();
    });
  }

  function pids(): readonly number[] {
    return places.flatMap(({ seat }) => (seat?.pid === undefined ? [] : [seat.pid]));
  }

  function close(): Promise<void> {
    closed = true;
    clearInterval(sweeper);
    for (const place of places) retire(place);
    for (const waiting of [...queues.values()].flat()) waiting.resolve(unavailable("the service is stopping"));
    queues.clear();
    return Promise.resolve();
  }

  function next(): void {
    for (let found = pick(); found; found = pick()) {
      const { place, tenant } = found;
      const queue = queues.get(tenant) ?? [];
      const waiting = queue.shift();
      // To the end of the line of tenants.
      queues.delete(tenant);
      if (queue.length > 0) queues.set(tenant, queue);
      if (waiting) void serve(place, waiting);
    }
  }

  /**
   * Who is served next, and where. A tenant with a free process of its own goes on with it for some calls, because
   * another tenant needs a new process; who has none takes an empty place before it takes away that of another.
   */
  function pick(): { place: Place; tenant: string } | undefined {
    const free = places.filter(({ busy }) => !busy).sort((a, b) => a.idleSince - b.idleSince);
    if (free.length === 0) return undefined;
    const tenants = [...queues.keys()].filter((tenant) => busyWith(tenant) < places.length - 1);
    const own = (tenant: string) => free.find((place) => place.seat && place.tenant === tenant);
    const othersWait = tenants.some((tenant) => !own(tenant));
    const staying = tenants.find((tenant) => {
      const place = own(tenant);
      return place && (place.turn < callsInARow || !othersWait);
    });
    const tenant = staying ?? tenants[0];
    if (tenant === undefined) return undefined;
    const place = own(tenant) ?? free.find(({ seat }) => !seat) ?? free[0];
    return place && { place, tenant };
  }

  function busyWith(tenant: string): number {
    return places.filter((place) => place.busy && place.tenant === tenant).length;
  }

  async function serve(place: Place, waiting: Waiting): Promise<void> {
    place.busy = true;
    const result = await attempt(place, waiting);
    place.busy = false;
    place.idleSince = performance.now();
    if (result === "again") {
      const queue = queues.get(waiting.tenant) ?? [];
      queues.set(waiting.tenant, [waiting, ...queue]);
    } else waiting.resolve(result);
    if (!closed) next();
  }

  async function attempt(place: Place, waiting: Waiting): Promise<SandboxResult | "again"> {
    waiting.tries++;
    try {
      const seat = await seatFor(place, waiting.tenant);
      return read(await seat.run(waiting.call), place, waiting);
    } catch (thrown) {
      retire(place);
      onEvent({ kind: "not-started", error: thrown instanceof Error ? thrown.message : String(thrown) });
      return waiting.tries < 2 && !closed ? "again" : unavailable("its sandbox could not be started");
    }
  }

  /** A process that served another tenant is never used again, and one that ended while it was idle is replaced. */
  async function seatFor(place: Place, tenant: string): Promise<Seat> {
    if (place.seat?.isOver() || (place.seat && (place.tenant ?? tenant) !== tenant)) retire(place);
    place.turn = place.tenant === tenant ? place.turn + 1 : 1;
    place.tenant = tenant;
    place.seat ??= await openSeat();
    await place.seat.ready;
    return place.seat;
  }

  function read(outcome: SeatOutcome, place: Place, { tenant, tries }: Waiting): SandboxResult | "again" {
    if (outcome.kind === "answered") {
      place.calls++;
      const broke = outcome.answer.kind === "stopped" && outcome.answer.limit !== "cpu";
      if (broke || place.calls >= retireAfterCalls) retire(place);
      return outcome.answer;
    }
    retire(place);
    if (outcome.kind === "killed") {
      onEvent({ kind: "killed", tenant, afterMs: outcome.afterMs });
      return outcome;
    }
    if (!closed) onEvent({ kind: outcome.kind, tenant });
    if (tries < 2 && !closed) return "again";
    return unavailable(
      outcome.kind === "starved"
        ? "the machine was too busy to run it"
        : "its sandbox process ended twice while it ran",
    );
  }

  function retire(place: Place): void {
    place.seat?.end();
    Object.assign(place, emptyPlace(), { busy: place.busy });
  }

  function endIdle(): void {
    const longAgo = performance.now() - idleMs;
    for (const place of places) if (!place.busy && place.seat && place.idleSince < longAgo) retire(place);
  }
}

const unavailable = (because: string): SandboxResult => ({ kind: "unavailable", because });

function emptyPlace(): Place {
  return { seat: undefined, tenant: undefined, calls: 0, turn: 0, busy: false, idleSince: 0 };
}
