/**
 * Runs inside the sandbox before the program and saves the original built-ins, so that changes by the program do
 * not affect it. The clock is frozen and randomness is seeded, so that the same input gives the same result.
 * Everything it returns is a string created inside.
 */
export const harness = String.raw`(clock, seed, limits) => {
  "use strict";
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const { then } = Promise.prototype;
  const PlainPromise = Promise;
  const resolved = PlainPromise.resolve.bind(PlainPromise);
  const text = String;
  const apart = "\u001e";
  const slice = String.prototype.slice;
  const push = Array.prototype.push;
  const join = Array.prototype.join;
  const PlainDate = Date;

  class Standing extends PlainDate {
    constructor(...given) {
      if (given.length === 0) super(clock);
      else super(...given);
    }
    static now() { return clock; }
  }
  Object.defineProperty(Standing, "name", { value: "Date" });
  PlainDate.prototype.constructor = Standing;
  globalThis.Date = Standing;

  let state = seed;
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  delete globalThis.SharedArrayBuffer;
  delete globalThis.Atomics;

  const logs = [];
  let logged = 0;
  const shown = (value) => {
    if (typeof value === "string") return value;
    try { return stringify(value) ?? text(value); } catch { return "(cannot be shown)"; }
  };
  const log = (...values) => {
    if (logged >= limits.logs) return;
    const parts = [];
    for (const value of values) apply(push, parts, [shown(value)]);
    logged = apply(push, logs, [apply(slice, apply(join, parts, [" "]), [0, limits.logLength])]);
  };
  globalThis.console = { log, info: log, warn: log, error: log, debug: log };

  const outcome = { state: "pending", json: undefined, error: undefined };
  const returned = (value) => {
    const json = stringify(value);
    if (json !== undefined && json.length > limits.result) throw new RangeError("the result is longer than " + limits.result + " characters of JSON");
    outcome.state = "returned";
    outcome.json = json;
  };
  const threw = (error) => {
    outcome.state = "threw";
    outcome.error = described(error);
  };
  const described = (error) => {
    try {
      if (typeof error !== "object" || error === null) return "threw " + apply(slice, text(error), [0, 500]);
      const name = apply(slice, text(error.name), [0, 100]);
      const message = apply(slice, text(error.message), [0, 1000]);
      return name + ": " + message + apart + apply(slice, text(error.stack), [0, 4000]);
    } catch {
      return "threw something that cannot be shown";
    }
  };
  const settle = (value) => {
    try { returned(value); } catch (error) { threw(error); }
  };

  return {
    call(check, input) {
      try {
        const value = check(parse(input));
        if (value instanceof PlainPromise) apply(then, resolved(value), [settle, threw]);
        else settle(value);
      } catch (error) {
        threw(error);
      }
    },
    described,
    state: () => outcome.state,
    json: () => outcome.json,
    error: () => outcome.error,
    logs: () => apply(join, logs, [apart]),
  };
}`;
