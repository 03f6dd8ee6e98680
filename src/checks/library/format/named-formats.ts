import { fullFormats } from "ajv-formats/dist/formats.js";
import { isValidPhoneNumber } from "libphonenumber-js";
import { ibanLengths, ibanRemainder } from "../../../platform/crypto/check-digits.ts";
import { parseJson } from "../../../platform/json/json.ts";

export const formatNames = [
  "email",
  "uri",
  "uuid",
  "date",
  "date-time",
  "time",
  "duration",
  "ipv4",
  "ipv6",
  "hostname",
  "semver",
  "phone",
  "hex_colour",
  "base64",
  "jwt",
  "language",
  "currency",
  "country",
  "iban",
  "latitude_longitude",
  "slug",
  "cron",
] as const;

type FormatName = (typeof formatNames)[number];

export function hasFormat(name: FormatName, value: string): boolean {
  return own[name]?.(value) ?? schemaFormat(name, value);
}

/** Formats of JSON Schema (draft 2020-12 section 7.3). */
function schemaFormat(name: string, value: string): boolean {
  const format = Object.hasOwn(fullFormats, name) ? fullFormats[name as keyof typeof fullFormats] : undefined;
  if (format instanceof RegExp) return format.test(value);
  if (typeof format === "function") return (format as (text: string) => boolean)(value);
  const inner = typeof format === "object" && "validate" in format ? format.validate : undefined;
  return inner instanceof RegExp
    ? inner.test(value)
    : typeof inner === "function" && (inner as (text: string) => boolean)(value);
}

const own: Partial<Record<FormatName, (value: string) => boolean>> = {
  uri: (value) => schemaFormat("uri", value) && /^[a-z][a-z0-9+.-]*:(?:\/\/[^/\s]|[^/\s])/i.test(value),
  // Semantic Versioning 2.0.0.
  semver: (value) =>
    /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/.test(
      value,
    ),
  phone: (value) => /^\+[1-9]\d{6,14}$/.test(value.replace(/[\s().-]/g, "")) && isValidPhoneNumber(value),
  hex_colour: (value) => /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value),
  base64: (value) => value !== "" && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value),
  jwt: (value) => {
    const parts = value.split(".");
    const header = parseJson(Buffer.from(parts[0] ?? "", "base64url").toString("utf8"));
    return (
      parts.length === 3 &&
      parts.every((part) => /^[\w-]*$/.test(part)) &&
      header.ok &&
      typeof header.value === "object"
    );
  },
  language: (value) => isLocale(value) && known("language", value.split("-")[0] ?? ""),
  currency: (value) => Intl.supportedValuesOf("currency").includes(value),
  country: (value) => /^[A-Z]{2}$/.test(value) && known("region", value),
  iban: (value) => {
    const compact = value.replaceAll(" ", "").toUpperCase();
    return (
      /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(compact) &&
      ibanLengths[compact.slice(0, 2)] === compact.length &&
      ibanRemainder(compact) === 1
    );
  },
  latitude_longitude: (value) => {
    const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(value) ?? [];
    return latitude !== undefined && Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180;
  },
  slug: (value) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value),
  cron: isCron,
};

function isLocale(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

function known(type: "language" | "region", code: string): boolean {
  try {
    return new Intl.DisplayNames(["en"], { type, fallback: "none" }).of(code) !== undefined;
  } catch {
    return false;
  }
}

const cronFields = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  { min: 1, max: 12, names: ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"] },
  { min: 0, max: 7, names: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"] },
] as const;

/** Accepts five fields of crontab(5), six with seconds in front, or a shortcut. */
function isCron(value: string): boolean {
  if (/^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly|reboot)$/.test(value)) return true;
  const fields = value.split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) return false;
  const expected = fields.length === 6 ? [cronFields[0], ...cronFields] : cronFields;
  return fields.every((field, at) => {
    const rule = expected[at];
    if (!rule) return false;
    const isValue = (text: string) =>
      (/^\d{1,2}$/.test(text) && Number(text) >= rule.min && Number(text) <= rule.max) ||
      (rule.names as readonly string[]).includes(text.toUpperCase());
    return field.split(",").every((part) => {
      const [range = "", step, ...rest] = part.split("/");
      if (rest.length > 0 || (step !== undefined && !/^[1-9]\d?$/.test(step))) return false;
      const [from = "", to, ...more] = range.split("-");
      return (
        range === "*" || range === "?" || (more.length === 0 && isValue(from) && (to === undefined || isValue(to)))
      );
    });
  });
}
