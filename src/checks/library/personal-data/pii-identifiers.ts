import { type CodeCheck, defineCheck, z } from "../definition.ts";
import { findPersonalData, personalData, targetsOption } from "./found.ts";
import {
  accountKinds,
  cardKinds,
  deviceKinds,
  driverKinds,
  handleKinds,
  healthKinds,
  passportKinds,
  vehicleKinds,
  walletKinds,
} from "./kinds.ts";
import { type NamedNumber, namedNumbersIn } from "./named-number.ts";

interface Thing {
  readonly name: string;
  readonly title: string;
  readonly what: string;
  readonly description: string;
  readonly source: string;
  readonly severity: "critical" | "major" | "minor";
  readonly tier: 2 | 3;
  readonly marker: RegExp;
  readonly kinds: readonly NamedNumber[];
  /** Kinds that are searched by default; all if absent. */
  readonly standard?: readonly string[];
}

/** Personal data recognized by kinds of numbers, as a table for one implementation. */
const things: readonly Thing[] = [
  {
    name: "pii_card_verification_data",
    title: "Card security code or expiry",
    what: "security code or expiry of a card",
    description: "Three or four digits after a word for a card's security code, or MM/YY after one for its expiry.",
    source: "PCI DSS 3.3",
    severity: "critical",
    tier: 2,
    marker: /^(?:cvv|cvc|card_(?:security|verification|expiry))/,
    kinds: cardKinds,
  },
  {
    name: "pii_bank_account",
    title: "Bank account number",
    what: "bank account number",
    description:
      "A US routing number, British sort code, Australian BSB, Indian IFSC or an account number of 8 to 17 digits, near a word for such a number; check digits are validated.",
    source: "American Bankers Association; Presidio UsBankRecognizer",
    severity: "major",
    tier: 2,
    marker: /^(?:bank|account|routing|sort_code)/,
    kinds: accountKinds,
  },
  {
    name: "pii_passport_number",
    title: "Passport number",
    what: "passport number",
    description:
      "Letters and digits in the form of a passport number near a word for it in twelve languages, or a machine-readable line with valid check digits.",
    source: "ICAO Doc 9303; Presidio",
    severity: "major",
    tier: 2,
    marker: /passport/,
    kinds: passportKinds,
  },
  {
    name: "pii_driver_licence",
    title: "Driving licence number",
    what: "driving licence number",
    description:
      "A British number by its structure; others in the forms of US states and European countries near a word for such a number.",
    source: "DVLA; Presidio UsLicenseRecognizer",
    severity: "major",
    tier: 2,
    marker: /driv|licen[cs]e/,
    kinds: driverKinds,
  },
  {
    name: "pii_health_identifier",
    title: "Health or insurance number",
    what: "health number",
    description:
      "US Medicare (MBI), NPI and DEA numbers, British NHS, German KVNR and Australian Medicare numbers by form and check digit; record and policy numbers near a word for such a number.",
    source: "CMS; NHS data dictionary; HIPAA identifiers; Presidio",
    severity: "critical",
    tier: 2,
    marker: /^(?:health|medical|medicare|nhs|mbi|npi|kvnr|mrn|insurance)/,
    kinds: healthKinds,
  },
  {
    name: "pii_crypto_wallet",
    title: "Cryptocurrency address",
    what: "wallet address",
    description: "A Bitcoin, Ethereum or Tron address with a valid checksum; a Solana address near a word for it.",
    source: "BIP 173, BIP 350, EIP-55; Presidio CryptoRecognizer",
    severity: "minor",
    tier: 2,
    marker: /^(?:crypto|wallet|bitcoin)/,
    kinds: walletKinds,
  },
  {
    name: "pii_vehicle_registration",
    title: "Vehicle registration or VIN",
    what: "vehicle number",
    description:
      "A vehicle identification number whose check digit is right; by choice, plates of a country near a word for one.",
    source: "ISO 3779; 49 CFR 565",
    severity: "minor",
    tier: 3,
    marker: /^(?:vehicle|vin|licen[cs]e_plate)/,
    kinds: vehicleKinds,
    standard: ["vin"],
  },
  {
    name: "pii_device_identifier",
    title: "Device identifier",
    what: "device identifier",
    description: "A MAC address; an IMEI or an advertising id near a word for it.",
    source: "3GPP TS 23.003; GDPR recital 30",
    severity: "minor",
    tier: 3,
    marker: /^(?:mac|imei|device)/,
    kinds: deviceKinds,
  },
  {
    name: "pii_social_handle",
    title: "Social media profile",
    what: "profile",
    description: "The address of a profile on a known network, or an @name within 30 characters of a network's name.",
    source: "GDPR online identifiers",
    severity: "minor",
    tier: 3,
    marker: /^(?:social|profile|handle)/,
    kinds: handleKinds,
  },
];

export const personalThingChecks: readonly CodeCheck[] = things.map(
  ({ kinds, what, marker, standard, ...definition }) => {
    const names = kinds.map(({ name }) => name) as [string, ...string[]];
    const option = z.union([z.literal("all"), z.array(z.enum(names)).min(1)]);
    return defineCheck({
      ...personalData,
      ...definition,
      options: z.strictObject({
        kinds: standard === undefined ? option.default("all") : option.default([...standard]),
        ignore_if_in_input: z.boolean().default(false),
        targets: targetsOption,
      }),
      evaluate: (subject, { kinds: wanted, ignore_if_in_input: ignores, targets }) => {
        const chosen = kinds.filter(({ name }) => wanted === "all" || wanted.includes(name));
        return findPersonalData(subject, what, {
          targets,
          marker,
          ignoreIfInInput: ignores,
          find: (text) => namedNumbersIn(text, chosen),
        });
      },
    });
  },
);
