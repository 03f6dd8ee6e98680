import { Failure } from "../../platform/failure.ts";
import { within } from "../../platform/scheduling/retry.ts";
import type { StoreCondition } from "../../storage/index.ts";
import { storeNames } from "../../storage/service.ts";

/** A response must arrive within two seconds, even if a store does not respond. */
const partTimeoutMs = 1500;

interface UnavailablePart {
  readonly part: string;
  readonly reason: string;
}

/**
 * Reads the parts of one response. A part whose store does not respond is undefined and listed in `unavailable`;
 * a store that is known to be unavailable is not queried, so that requests do not queue up for it.
 */
export function createPartReader(stores: () => readonly StoreCondition[]) {
  const unavailable: UnavailablePart[] = [];
  return { read, unavailable: unavailable as readonly UnavailablePart[] };

  async function read<Value>(
    store: StoreCondition["name"],
    part: string,
    work: () => Promise<Value>,
  ): Promise<Value | undefined> {
    const condition = stores().find(({ name }) => name === store);
    if (condition?.isAvailable === false) return absent(store, part, condition.reason ?? "no reason is known");
    try {
      return await within(partTimeoutMs, work);
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.blame !== "dependency") throw thrown;
      return absent(store, part, thrown.message);
    }
  }

  function absent(store: StoreCondition["name"], part: string, reason: string): undefined {
    unavailable.push({ part, reason: `${storeNames[store]} does not answer: ${reason}` });
  }
}
