/** How many bytes of bodies are held at once; who gets no room is told to come back before a byte is read. */
export interface InFlight {
  /** Room for so many bytes, or undefined when there is none. */
  enter(bytes: number): Held | undefined;
  readonly bytes: number;
}

export interface Held {
  /** Asks for more; false when there is no room, and nothing changes then. */
  grow(bytes: number): boolean;
  /** Gives everything back; once. */
  leave(): void;
}

/** A body is always let in when nothing else is held, so that one as large as the limit does not wait for ever. */
export function createInFlight(limitBytes: number): InFlight {
  let total = 0;
  return {
    enter,
    get bytes() {
      return total;
    },
  };

  function enter(bytes: number): Held | undefined {
    let held = 0;
    if (!grow(bytes)) return undefined;
    return {
      grow,
      leave() {
        total -= held;
        held = 0;
      },
    };

    function grow(more: number): boolean {
      const others = total - held;
      if (others > 0 && total + more > limitBytes) return false;
      total += more;
      held += more;
      return true;
    }
  }
}
