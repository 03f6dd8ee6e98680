/** Returns the part of a mailed link behind `#`; undefined for an address without it. */
export function linkKey(): string | undefined {
  const key = location.hash.slice(1);
  return /^[0-9A-Za-z]{43}$/.test(key) ? key : undefined;
}
