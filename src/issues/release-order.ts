import type { Resolution } from "./issue.ts";

/**
 * Returns whether a call of this release was made after the fix. Releases that are both version numbers are
 * compared by Semantic Versioning 2.0.0 (section 11); otherwise a release that was unknown at the resolve is
 * later. A call without a release does not count.
 */
export function isAfterFix({ known }: Extract<Resolution, { kind: "next_release" }>, release: string | undefined) {
  if (release === undefined || known.includes(release)) return false;
  return !known.some((before) => (compareVersions(release, before) ?? 1) < 0);
}

/** Negative: left is earlier; undefined: one of them isn't a version number. */
export function compareVersions(left: string, right: string): number | undefined {
  const [one, other] = [parts(left), parts(right)];
  if (!one || !other) return undefined;
  const numbers = one.numbers.map((number, index) => number - (other.numbers[index] ?? 0));
  const first = numbers.find((difference) => difference !== 0);
  return first ?? comparePrereleases(one.prerelease, other.prerelease);
}

const version = /^v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?:-([\w.-]+))?(?:\+[\w.-]+)?$/;

function parts(text: string) {
  const found = version.exec(text.trim());
  if (!found) return undefined;
  const [, major = "0", minor = "0", patch = "0", prerelease] = found;
  return { numbers: [major, minor, patch].map(Number), prerelease: prerelease?.split(".") ?? [] };
}

/** A release is later than any prerelease; numbers are earlier than words. */
function comparePrereleases(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return right.length - left.length;
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [one, other] = [left[index], right[index]];
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    if (one === other) continue;
    const [isNumber, otherIsNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (isNumber && otherIsNumber) return Number(one) - Number(other);
    if (isNumber !== otherIsNumber) return isNumber ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return 0;
}
