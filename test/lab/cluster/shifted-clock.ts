/** Preloaded by `--import`: the process's clock is off by the milliseconds that the file LAB_CLOCK_FILE holds. */
import { readFileSync } from "node:fs";

const place = process.env["LAB_CLOCK_FILE"] ?? "";
const RealDate = Date;
const realNow = RealDate.now.bind(RealDate);
let offsetMs = 0;
let readAt = Number.NEGATIVE_INFINITY;

function shiftedNow(): number {
  if (performance.now() - readAt > 200) {
    readAt = performance.now();
    try {
      offsetMs = Number(readFileSync(place, "utf8")) || 0;
    } catch {
      offsetMs = 0;
    }
  }
  return realNow() + offsetMs;
}

RealDate.now = shiftedNow;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, asked) =>
    given.length === 0 ? new target(shiftedNow()) : (Reflect.construct(target, given, asked) as Date),
});
