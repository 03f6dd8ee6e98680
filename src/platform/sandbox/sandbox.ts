import { Failure } from "../failure.ts";
import { type SandboxAnswer, type SandboxCall, sandboxLimits } from "./answer.ts";
import { openSeat, type Seat, type SeatOutcome } from "./seat.ts";

/** The outcome of a call: the program's result, or that its process was killed or lost. */
export type SandboxResult =
  | SandboxAnswer
  | { readonly kind: "killed"; readonly afterMs: number }
  | { readonly kind: "unavailable"; readonly reason: string };

export interface Sandbox extends AsyncDisposable {
  /**
   * Runs an untrusted program. Never rejects because of the program; throws Failure("caller") for a program or input
   * over its size limit, Failure("dependency") if too many calls wait. Tenants never share a process, and a call
   * never sees state of an earlier one.
   */
  run(tenant: string, call: SandboxCall): Promise<SandboxResult>;
  pids(): readonly number[];
  close(): Promise<void>;
}

export type SandboxEvent =
  | { readonly kind: "killed"; readonly tenant: string; readonly afterMs: number }
  | { readonly kind: "lost" | "starved"; readonly tenant: string }
  | { readonly kind: "not-started"; readonly error: string };

interface SandboxDependencies {
  /** Number of concurrent processes, at least 2; one tenant never has all of them. */
  readonly size: number;
  readonly onEvent: (event: SandboxEvent) => void;
}

interface Waiting {
  readonly tenant: string;
  readonly call: SandboxCall;
  readonly resolve: (result: SandboxResult) => void;
  attempts: number;
}

interface Slot {
  seat: Seat | undefined;
  tenant: string | undefined;
  calls: number;
  /** Consecutive calls of this tenant while others may wait. */
  turn: number;
  busy: boolean;
  idleSince: number;
}

const retireAfterCalls = 1000;
const waitAtMost = 2000;
const callsInARow = 20;
const idleMs = 60_000;

/** Creates a pool of sandbox processes, started on demand and ended when idle. */
export function createSandbox({ size, onEvent }: SandboxDependencies): Sandbox {
  const slots: Slot[] = Array.from({ length: Math.max(2, size) }, emptySlot);
  /** By tenant, round robin: the tenant that waits longest is first. */
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
      queue.push({ tenant, call, resolve, attempts: 0 });
      queues.set(tenant, queue);
      next();
    });
  }

  function pids(): readonly number[] {
    return slots.flatMap(({ seat }) => (seat?.pid === undefined ? [] : [seat.pid]));
  }

  function close(): Promise<void> {
    closed = true;
    clearInterval(sweeper);
    for (const slot of slots) retire(slot);
    for (const waiting of [...queues.values()].flat()) waiting.resolve(unavailable("the service is stopping"));
    queues.clear();
    return Promise.resolve();
  }

  function next(): void {
    for (let found = pick(); found; found = pick()) {
      const { slot, tenant } = found;
      const queue = queues.get(tenant) ?? [];
      const waiting = queue.shift();
      // Moves the tenant to the end of the queue.
      queues.delete(tenant);
      if (queue.length > 0) queues.set(tenant, queue);
      if (waiting) void serve(slot, waiting);
    }
  }

  /**
   * Selects the next call and its slot. A tenant with a free process continues with it for some calls, because
   * another tenant needs a new process; a tenant without one takes an empty slot before replacing another's process.
   */
  function pick(): { slot: Slot; tenant: string } | undefined {
    const free = slots.filter(({ busy }) => !busy).sort((a, b) => a.idleSince - b.idleSince);
    if (free.length === 0) return undefined;
    const tenants = [...queues.keys()].filter((tenant) => busyWith(tenant) < slots.length - 1);
    const own = (tenant: string) => free.find((slot) => slot.seat && slot.tenant === tenant);
    const othersWait = tenants.some((tenant) => !own(tenant));
    const staying = tenants.find((tenant) => {
      const slot = own(tenant);
      return slot && (slot.turn < callsInARow || !othersWait);
    });
    const tenant = staying ?? tenants[0];
    if (tenant === undefined) return undefined;
    const slot = own(tenant) ?? free.find(({ seat }) => !seat) ?? free[0];
    return slot && { slot, tenant };
  }

  function busyWith(tenant: string): number {
    return slots.filter((slot) => slot.busy && slot.tenant === tenant).length;
  }

  async function serve(slot: Slot, waiting: Waiting): Promise<void> {
    slot.busy = true;
    const result = await attempt(slot, waiting);
    slot.busy = false;
    slot.idleSince = performance.now();
    if (result === "again") {
      const queue = queues.get(waiting.tenant) ?? [];
      queues.set(waiting.tenant, [waiting, ...queue]);
    } else waiting.resolve(result);
    if (!closed) next();
  }

  async function attempt(slot: Slot, waiting: Waiting): Promise<SandboxResult | "again"> {
    waiting.attempts++;
    try {
      const seat = await seatFor(slot, waiting.tenant);
      return read(await seat.run(waiting.call), slot, waiting);
    } catch (thrown) {
      retire(slot);
      onEvent({ kind: "not-started", error: thrown instanceof Error ? thrown.message : String(thrown) });
      return waiting.attempts < 2 && !closed ? "again" : unavailable("its sandbox could not be started");
    }
  }

  /** A process that served another tenant is never reused, and one that ended while idle is replaced. */
  async function seatFor(slot: Slot, tenant: string): Promise<Seat> {
    if (slot.seat?.isOver() || (slot.seat && (slot.tenant ?? tenant) !== tenant)) retire(slot);
    slot.turn = slot.tenant === tenant ? slot.turn + 1 : 1;
    slot.tenant = tenant;
    slot.seat ??= await openSeat();
    await slot.seat.ready;
    return slot.seat;
  }

  function read(outcome: SeatOutcome, slot: Slot, { tenant, attempts }: Waiting): SandboxResult | "again" {
    if (outcome.kind === "answered") {
      slot.calls++;
      const broke = outcome.answer.kind === "stopped" && outcome.answer.limit !== "cpu";
      if (broke || slot.calls >= retireAfterCalls) retire(slot);
      return outcome.answer;
    }
    retire(slot);
    if (outcome.kind === "killed") {
      onEvent({ kind: "killed", tenant, afterMs: outcome.afterMs });
      return outcome;
    }
    if (!closed) onEvent({ kind: outcome.kind, tenant });
    if (attempts < 2 && !closed) return "again";
    return unavailable(
      outcome.kind === "starved"
        ? "the machine was too busy to run it"
        : "its sandbox process ended twice while it ran",
    );
  }

  function retire(slot: Slot): void {
    slot.seat?.end();
    Object.assign(slot, emptySlot(), { busy: slot.busy });
  }

  function endIdle(): void {
    const longAgo = performance.now() - idleMs;
    for (const slot of slots) if (!slot.busy && slot.seat && slot.idleSince < longAgo) retire(slot);
  }
}

const unavailable = (reason: string): SandboxResult => ({ kind: "unavailable", reason });

function emptySlot(): Slot {
  return { seat: undefined, tenant: undefined, calls: 0, turn: 0, busy: false, idleSince: 0 };
}
