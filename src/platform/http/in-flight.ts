/**
 * Limits the bytes of request bodies in memory; a client without a reservation is refused before a byte is read.
 */
export interface InFlight {
  /** Reserves this many bytes for an owner, or returns undefined when they are not available. */
  enter(bytes: number, owner?: string): Reservation | undefined;
  readonly bytes: number;
}

export interface Reservation {
  /** Reserves more bytes. Returns false, and changes nothing, when they are not available. */
  grow(bytes: number): boolean;
  /** Releases everything, once. */
  leave(): void;
}

interface InFlightOptions {
  readonly limitBytes: number;
  /** Limit of each owner, such as a project or a network, so that one leaves room for the others. */
  readonly bytesPerOwner?: number;
}

/**
 * A body is always admitted when nothing else is reserved, so that one as large as the limit does not wait
 * forever.
 */
export function createInFlight({ limitBytes, bytesPerOwner = Infinity }: InFlightOptions): InFlight {
  let total = 0;
  const byOwner = new Map<string, number>();
  return {
    enter,
    get bytes() {
      return total;
    },
  };

  function enter(bytes: number, owner = ""): Reservation | undefined {
    let reserved = 0;
    if (!grow(bytes)) return undefined;
    return { grow, leave: () => add(-reserved) };

    function grow(more: number): boolean {
      const own = byOwner.get(owner) ?? 0;
      if (total > reserved && total + more > limitBytes) return false;
      if (own > reserved && own + more > bytesPerOwner) return false;
      add(more);
      return true;
    }

    function add(more: number): void {
      total += more;
      reserved += more;
      const own = (byOwner.get(owner) ?? 0) + more;
      if (own > 0) byOwner.set(owner, own);
      else byOwner.delete(owner);
    }
  }
}
