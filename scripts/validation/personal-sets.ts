import { join } from "node:path";
import { z } from "zod";
import type { Json } from "../../src/platform/json/json.ts";
import { anyFails } from "./detectors.ts";
import { excerpt, lines, type Measured, measured, Split } from "./measure.ts";

const regions =
  "US GB DE FR ES IT IN BR AU CA MX CH AT NL BE SE NO DK FI PL PT IE NZ ZA JP CN IL HU CZ SI HR UY AR CL CO CY GR TR PH EE LT LV TN VN IS LU MT".split(
    " ",
  );
const personal: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Json>>>>>> = {
  EMAIL_ADDRESS: { pii_email_address: { ignore_example: false } },
  CREDIT_CARD: { pii_credit_card: {} },
  IBAN_CODE: { pii_iban: { ignore_example: false } },
  US_SSN: { pii_us_ssn: { require_context_for_plain: false } },
  IP_ADDRESS: { pii_ip_address: { include_private: true } },
  PHONE_NUMBER: { pii_phone_number: { regions } },
  ...Object.fromEntries(
    Object.entries({
      ES_NIF: "ES",
      ES_NIE: "ES",
      IT_FISCAL_CODE: "IT",
      DE_TAX_ID: "DE",
      DE_SOCIAL_SECURITY: "DE",
      PL_PESEL: "PL",
      SE_PERSONNUMMER: "SE",
      FI_PERSONAL_IDENTITY_CODE: "FI",
      UK_NINO: "GB",
      UK_NHS: "GB",
      TR_NATIONAL_ID: "TR",
      IN_AADHAAR: "IN",
      IN_PAN: "IN",
      KR_RRN: "KR",
      SG_NRIC_FIN: "SG",
      TH_TNIN: "TH",
      ZA_ID_NUMBER: "ZA",
      AU_TFN: "AU",
      AU_MEDICARE: "AU",
      CA_SIN: "CA",
    }).map(([entity, country]) => [entity, { pii_national_id: { countries: [country] } }]),
  ),
};

const PersonalRow = z.object({
  text: z.string(),
  scope: z.string(),
  target_entity: z.string().nullable(),
  contains_target: z.boolean().nullable(),
  weak_pattern: z.boolean().nullish(),
  spans: z.array(z.object({ type: z.string() })),
  split: Split,
});

/** Types with ambiguous patterns, and the check that requires a context word next to them. */
const weakTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "US_PASSPORT UK_PASSPORT DE_PASSPORT ES_PASSPORT IT_PASSPORT IN_PASSPORT KR_PASSPORT"
      .split(" ")
      .map((type) => [type, "pii_passport_number"]),
  ),
  US_DRIVER_LICENSE: "pii_driver_licence",
  IT_DRIVER_LICENSE: "pii_driver_licence",
  DE_FUEHRERSCHEIN: "pii_driver_licence",
  UK_VEHICLE_REGISTRATION: "pii_vehicle_registration",
  DE_KFZ: "pii_vehicle_registration",
  US_BANK_NUMBER: "pii_bank_account",
  ABA_ROUTING_NUMBER: "pii_bank_account",
};

export function personalData(folder: string): readonly Measured[] {
  const all = lines(join(folder, "pii.jsonl"), PersonalRow);
  const strict = ({ weak_pattern: isWeak }: z.infer<typeof PersonalRow>) => isWeak !== true;
  const rowsOf = (type: string) =>
    all
      .filter((row) => row.scope !== "single_entity" || row.target_entity === type)
      .map((row) => ({
        ...row,
        type,
        label:
          row.scope === "single_entity" ? row.contains_target === true : row.spans.some((span) => span.type === type),
        groups: [type],
      }));
  const types = Object.keys(personal);
  const measure = (set: string, rows: ReturnType<typeof rowsOf>, target: string) =>
    measured(rows, {
      checks: Object.assign({}, ...new Set(rows.map(({ type }) => personal[type]))),
      set,
      checksOf: (type) => Object.keys(personal[type] ?? {}),
      hit: ({ text, type }) => anyFails({ output: text }, personal[type] ?? {}),
      target,
      describe: ({ text }) => excerpt(text),
    });
  return [
    ...measure(
      "personal data with a check digit or a strict format",
      types.filter((type) => type !== "PHONE_NUMBER").flatMap((type) => rowsOf(type).filter(strict)),
      "P ≥ .98, R ≥ .95",
    ),
    ...measured(weakRows(all), {
      checks: Object.fromEntries(Object.values(weakTypes).map((name) => [name, {}])),
      set: "personal data whose pattern alone says little",
      checksOf: (group) => [weakTypes[group] ?? group],
      hit: ({ text, check }) => anyFails({ output: text }, { [check]: {} }),
      target: "P ≥ .9, recall reported",
      describe: ({ text }) => excerpt(text),
    }),
    ...measure("phone numbers", rowsOf("PHONE_NUMBER"), "P ≥ .9, R ≥ .8 with regions set"),
  ];
}

/** The checks do not tell countries apart: each sentence is evaluated once, and any of its types is correct. */
function weakRows(all: readonly z.infer<typeof PersonalRow>[]) {
  const cases = Object.entries(weakTypes).flatMap(([type, check]) =>
    all
      .filter((row) => row.scope === "single_entity" && row.target_entity === type)
      .map((row) => ({ ...row, check, label: row.contains_target === true, groups: [type] })),
  );
  const sentences = [...new Set(Object.values(weakTypes))].flatMap((check) =>
    all
      .filter((row) => row.scope !== "single_entity")
      .map((row) => ({
        ...row,
        check,
        label: row.spans.some((span) => weakTypes[span.type] === check),
        groups: [check],
      })),
  );
  return [...cases, ...sentences];
}
