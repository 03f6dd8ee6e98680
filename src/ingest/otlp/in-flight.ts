/**
 * Limits the bytes of request bodies in memory; a client without a reservation is refused before a byte is read.
 */
export interface InFlight {
  /** Reserves this many bytes, or returns undefined when they are not available. */
  enter(bytes: number): Reservation | undefined;
  readonly bytes: number;
}

export interface Reservation {
  /** Reserves more bytes. Returns false, and changes nothing, when they are not available. */
  grow(bytes: number): boolean;
  /** Releases everything, once. */
  leave(): void;
}

/**
 * A body is always admitted when nothing else is reserved, so that one as large as the limit does not wait
 * forever.
 */
export function createInFlight(limitBytes: number): InFlight {
  let total = 0;
  return {
    enter,
    get bytes() {
      return total;
    },
  };

  function enter(bytes: number): Reservation | undefined {
    let reserved = 0;
    if (!grow(bytes)) return undefined;
    return {
      grow,
      leave() {
        total -= reserved;
        reserved = 0;
      },
    };

    function grow(more: number): boolean {
      const others = total - reserved;
      if (others > 0 && total + more > limitBytes) return false;
      total += more;
      reserved += more;
      return true;
    }
  }
}
