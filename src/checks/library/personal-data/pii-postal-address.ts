import type { PreparedText } from "../../../datapoints/index.ts";
import type { Found } from "../../../platform/sensitive/personal-data.ts";
import { defineCheck, z } from "../definition.ts";
import { findPersonalData, personalData, targetsOption } from "./found.ts";

const countries = ["US", "GB", "CA", "DE", "FR", "ES", "IT", "NL"] as const;

type Country = (typeof countries)[number];

export const piiPostalAddress = defineCheck({
  ...personalData,
  name: "pii_postal_address",
  title: "Postal address",
  description:
    "A street with a house number, followed within 60 characters by a postcode of one of the countries or an American city and state. A postcode alone does not count.",
  severity: "major",
  costClass: "medium",
  source: "national postcode formats; presidio-research STREET_ADDRESS",
  options: z.strictObject({
    countries: z
      .array(z.enum(countries))
      .min(1)
      .default([...countries]),
    targets: targetsOption,
  }),
  evaluate: (subject, { countries, targets }) =>
    findPersonalData(subject, "postal address", {
      targets,
      marker: /^(?:postal_|street_)?address/,
      find: (text) => addressesIn(text, countries),
    }),
});

export function addressesIn({ text }: PreparedText, wanted: readonly Country[]): readonly Found[] {
  if (!/\d/.test(text)) return [];
  const found = new Map<number, Found>();
  for (const country of wanted) {
    const { street, postcode } = patterns[country];
    for (const match of text.matchAll(street)) {
      const end = match.index + match[0].length;
      const behind = postcode.exec(text.slice(end, end + 60));
      if (!behind || found.has(match.index)) continue;
      const until = end + behind.index + behind[0].length;
      found.set(match.index, { start: match.index, end: until, value: text.slice(match.index, until) });
      if (found.size >= 50) return [...found.values()];
    }
  }
  return [...found.values()];
}

const name = "[\\p{Lu}\\p{N}][\\p{L}\\p{N}'’.-]{0,30}";

const english =
  "(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|square|sq|terrace|way|highway|hwy|parkway|pkwy|circle|cir|trail|crescent|close|grove|gardens?|mews|hill|row|walk)";

const states =
  "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]|Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New \\p{Lu}\\p{L}+|North \\p{Lu}\\p{L}+|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South \\p{Lu}\\p{L}+|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming";

const numberFirst = new RegExp(
  `(?<![\\p{L}\\p{N}-])\\d{1,5}[A-Za-z]?(?:[-/]\\d{1,4})?,?\\s(?:(?:N|S|E|W|North|South|East|West)\\.?\\s)?(?:${name}\\s){1,4}(?:${english})(?!\\p{L})\\.?`,
  "giu",
);

const patterns: Readonly<Record<Country, { readonly street: RegExp; readonly postcode: RegExp }>> = {
  US: {
    street: numberFirst,
    postcode: new RegExp(
      `(?:(?<!\\p{L})(?:${states})(?!\\p{L})[,\\s]{1,3}\\d{5}(?:-\\d{4})?(?!\\d)|[\\s,]\\d{5}(?:-\\d{4})?(?![\\d\\p{L}])|\\p{Lu}\\p{L}+,\\s(?:${states})(?!\\p{L}))`,
      "u",
    ),
  },
  GB: {
    street: numberFirst,
    postcode:
      /(?<![A-Z\d])(?:GIR ?0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d{1,2}|\d[A-HJKPSTUW]|[A-HK-Y]\d[ABEHMNPRV-Y]) ?\d[ABD-HJLNP-UW-Z]{2})(?![A-Z\d])/,
  },
  CA: {
    street: numberFirst,
    postcode: /(?<![A-Z\d])[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d(?![A-Z\d])/,
  },
  DE: {
    street: new RegExp(
      `(?<!\\p{L})(?:\\p{Lu}[\\p{L}.-]{1,30}(?:straße|strasse|str\\.|weg|platz|allee|gasse|ring|damm|ufer)|(?:Am|An der|Auf der|Im|In der|Unter den|Zum|Zur)\\s\\p{Lu}\\p{L}{2,30}|\\p{Lu}[\\p{L}-]{1,30}\\s(?:Straße|Strasse|Str\\.|Weg|Platz|Allee|Gasse|Ring|Damm|Ufer))\\s\\d{1,4}\\s?[a-z]?(?!\\p{L}|\\d)`,
      "gu",
    ),
    postcode: /(?:(?<![\p{L}\d])D-)?(?<!\d)\d{5}\s\p{Lu}\p{L}/u,
  },
  FR: {
    street: new RegExp(
      "(?<![\\p{L}\\d])\\d{1,4}(?:\\s?(?:bis|ter))?,?\\s(?:rue|avenue|av\\.|boulevard|bd|place|chemin|impasse|allée|quai|route|cours|square)\\s[\\p{L}'’ .-]{2,60}",
      "giu",
    ),
    postcode: /(?<!\d)(?:F-)?(?:0[1-9]|[1-8]\d|9[0-8])\d{3}\s\p{Lu}/u,
  },
  ES: {
    street: new RegExp(
      "(?<!\\p{L})(?:calle|c\\/|avenida|avda\\.?|av\\.|plaza|pza\\.?|paseo|camino|carretera|ronda)\\s[\\p{L}'’ .-]{2,50},?\\s(?:n[º°.]?\\s?)?\\d{1,4}",
      "giu",
    ),
    postcode: /(?<!\d)(?:0[1-9]|[1-4]\d|5[0-2])\d{3}\s\p{Lu}/u,
  },
  IT: {
    street: new RegExp(
      "(?<!\\p{L})(?:via|viale|piazza|corso|largo|vicolo|strada|p\\.zza)\\s[\\p{L}'’ .-]{2,50},?\\s(?:n\\.?\\s?)?\\d{1,4}",
      "giu",
    ),
    postcode: /(?<!\d)\d{5}\s\p{Lu}/u,
  },
  NL: {
    street: new RegExp(
      "(?<!\\p{L})\\p{Lu}[\\p{L}-]{1,30}(?:straat|laan|weg|plein|gracht|kade|dijk|singel|hof|pad|steeg)\\s\\d{1,4}(?:\\s?[a-z]|-\\d{1,3})?(?!\\p{L})",
      "gu",
    ),
    postcode: /(?<!\d)[1-9]\d{3}\s?(?!SA|SD|SS)[A-Z]{2}(?![A-Z])/,
  },
};
