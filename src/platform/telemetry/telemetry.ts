import { type Logger, pino } from "pino";
import { Counter, Registry } from "prom-client";
import type { EventDeclaration, GaffeEvent } from "./events.ts";

export interface Telemetry {
  readonly log: Logger;
  readonly metrics: Registry;
  /** Writes one log line and increments one counter for each event. */
  readonly emit: (event: GaffeEvent) => void;
}

type Level = "error" | "warn" | "info" | "debug";

interface Options {
  readonly level: string;
  readonly pretty?: boolean;
  /** Events whose counters exist from the start, at 0. */
  readonly declared?: readonly EventDeclaration[];
  /** Called for every event as it is counted. */
  readonly watch?: (event: GaffeEvent) => void;
}

/**
 * Levels follow who must act: `error` wakes a person, `warn` means Gaffe recovered, `info` is an operator's action
 * taking effect.
 */
export function createTelemetry({ level, pretty = false, declared = [], watch }: Options): Telemetry {
  const log = pino({ level, base: null, ...(pretty ? {} : { timestamp: pino.stdTimeFunctions.isoTime }) });
  const metrics = new Registry();
  const counters = new Map<string, Counter>();
  for (const { kind, labelSets = [{}] } of declared) {
    for (const labels of labelSets) counterOf(kind, Object.keys(labels)).inc(labels, 0);
  }
  return { log, metrics, emit };

  function emit(event: GaffeEvent): void {
    const { kind, level, count = 1, labels = {}, message, facts } = event;
    counterOf(kind, Object.keys(labels)).inc(labels, count);
    log[level satisfies Level]({ event: kind, count, ...labels, ...facts }, message);
    watch?.(event);
  }

  function counterOf(kind: string, labelNames: string[]): Counter {
    const known = counters.get(kind);
    if (known) return known;
    const name = `gaffe_${kind.replaceAll("-", "_")}_total`;
    const made = new Counter({ name, help: `Events of kind ${kind}`, labelNames, registers: [metrics] });
    counters.set(kind, made);
    return made;
  }
}
