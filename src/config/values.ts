import { isIP } from "node:net";
import { z } from "zod";

/** A whole number written in decimal digits. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

const units: Readonly<Record<string, number>> = { "": 1, b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40 };

/** A size such as `512mb` or `2gb` (powers of 1024), or plain bytes; parsed into bytes. */
export const byteSize = (minBytes: number) =>
  z
    .string()
    .regex(/^\d{1,15}\s*([kmgt]?b)?$/i, "must be a size such as 64mb or 2gb")
    .transform((text) => Number.parseInt(text, 10) * (units[text.replace(/[\d\s]/g, "").toLowerCase()] ?? 1))
    .refine((bytes) => Number.isSafeInteger(bytes) && bytes >= minBytes, `must be at least ${minBytes} bytes`);

/** A URL of one of the given schemes, kept as written. */
export const urlOf = (...schemes: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
    );

/** Keys separated by commas, the newest first. */
export const secretKeys = z
  .string()
  .transform((text) => text.split(",").map((key) => key.trim()))
  .refine((keys) => keys.every((key) => key.length >= 32), "must have at least 32 random characters, each key of it")
  .transform((keys) => keys as [string, ...string[]]);

/** IP addresses and CIDR blocks, separated by commas. */
export const addressList = z
  .string()
  .transform((text) => text.split(",").map((block) => block.trim()))
  .refine(
    (blocks) => blocks.every(isBlock),
    "must be addresses or CIDR blocks such as 10.0.0.0/8, separated by commas",
  );

/** The same, or `none` for an empty list. */
export const networks = z
  .string()
  .transform((text) => (text.trim() === "none" ? [] : text.split(",").map((block) => block.trim())))
  .refine(
    (blocks) => blocks.every(isBlock),
    "must be addresses or CIDR blocks such as 10.0.0.0/8, separated by commas, or none",
  );

function isBlock(block: string): boolean {
  const [address = "", bits, ...rest] = block.split("/");
  const longest = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}
