/** 32-bit FNV-1a (RFC 9923), one unit after the other: start here, and mix in each unit with `fnvStep`. */
export const fnvStart = 0x811c9dc5;

/** Returns the hash with one more unit, as a signed 32-bit number. */
export const fnvStep = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);
