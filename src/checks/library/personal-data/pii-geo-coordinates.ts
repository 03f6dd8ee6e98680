import type { PreparedText } from "../../../datapoints/index.ts";
import type { Found } from "../../../platform/sensitive/personal-data.ts";
import { defineCheck, z } from "../definition.ts";
import { findPersonalData, personalData, targetsOption } from "./found.ts";

export const piiGeoCoordinates = defineCheck({
  ...personalData,
  name: "pii_geo_coordinates",
  title: "Precise location",
  description:
    "A pair of latitude and longitude with `decimals` and more digits behind the point (four are some ten metres), also in a geo: address or a link to a map; or a full plus code.",
  severity: "minor",
  tier: 3,
  source: "GDPR location data; RFC 5870",
  options: z.strictObject({
    decimals: z.int().min(2).max(8).default(4),
    ignore_if_in_input: z.boolean().default(true),
    targets: targetsOption,
  }),
  evaluate: (subject, { decimals, ignore_if_in_input: ignores, targets }) =>
    findPersonalData(subject, "precise location", {
      targets,
      marker: /^(?:geo|coordinates|location)/,
      ignoreIfInInput: ignores,
      find: (text) => coordinatesIn(text, decimals),
    }),
});

function coordinatesIn({ text }: PreparedText, decimals: number): readonly Found[] {
  const pairs = new RegExp(
    `(?<![\\d.,])([-+]?\\d{1,2}\\.\\d{${decimals},15})°?\\s?[NS]?\\s?(?:,|;|%2C|\\s)\\s?([-+]?\\d{1,3}\\.\\d{${decimals},15})(?![\\d])`,
    "gi",
  );
  return [
    ...[...text.matchAll(pairs)].filter(
      ([, latitude, longitude]) => Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180,
    ),
    ...text.matchAll(/(?<![\w+])[2-9CFGHJMPQRVWX]{8}\+[2-9CFGHJMPQRVWX]{2,3}(?![\w+])/g),
  ]
    .slice(0, 200)
    .map((match) => ({ start: match.index, end: match.index + match[0].length, value: match[0] }));
}
