/** Preloaded by `--import`: shifts the process's clock by the milliseconds in the file LAB_CLOCK_FILE. */
import { readFileSync } from "node:fs";

const clockFile = process.env["LAB_CLOCK_FILE"] ?? "";
const RealDate = Date;
const realNow = RealDate.now.bind(RealDate);
let offsetMs = 0;
let readAt = Number.NEGATIVE_INFINITY;

function shiftedNow(): number {
  if (performance.now() - readAt > 200) {
    readAt = performance.now();
    try {
      offsetMs = Number(readFileSync(clockFile, "utf8")) || 0;
    } catch {
      offsetMs = 0;
    }
  }
  return realNow() + offsetMs;
}

RealDate.now = shiftedNow;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    given.length === 0 ? new target(shiftedNow()) : (Reflect.construct(target, given, newTarget) as Date),
});
