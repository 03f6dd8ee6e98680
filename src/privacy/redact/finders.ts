import type { CountryCode } from "libphonenumber-js";
import { type PersonalKind, typeOfRule } from "../../datapoints/index.ts";
import {
  addressesIn,
  birthDatesIn,
  cardsIn,
  emailsIn,
  type Found,
  ibansIn,
  loginsIn,
  socialSecurityNumbersIn,
} from "../../platform/sensitive/personal-data.ts";
import { phonesIn } from "../../platform/sensitive/phone.ts";
import type { SecretPack } from "../../platform/sensitive/secret-rule.ts";
import { candidates, hitsOf, isSecret } from "../../platform/sensitive/secrets.ts";

/** A range of a text to redact, with the name of its kind. */
export interface Sensitive {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  /** Recognized as a secret only by its name; a finder that knows the specific kind takes precedence. */
  readonly isOfAnyKind?: true;
}

/** Returns secrets of the given packs, found as by the checks of the same packs. */
export function secretsIn(text: string, packs: ReadonlySet<SecretPack>): readonly Sensitive[] {
  const found: Sensitive[] = [];
  for (const [pack, rules] of candidates(text)) {
    if (!packs.has(pack)) continue;
    for (const rule of rules)
      for (const { start, end, value } of hitsOf(rule, text, { most: Number.POSITIVE_INFINITY }))
        if (isSecret(pack, value))
          found.push({ start, end, type: typeOfRule(rule.id), ...(pack === "generic" ? { isOfAnyKind: true } : {}) });
  }
  return found;
}

/** Returns personal data of one kind, found as by the check of the same kind. */
export function personalDataIn(text: string, kind: PersonalKind): readonly Sensitive[] {
  return finders[kind](text).map(({ start, end }) => ({ start, end, type: kind }));
}

const regions: CountryCode[] = ["US", "GB", "DE", "FR", "ES", "IT", "IN", "BR"];

const finders: Readonly<Record<PersonalKind, (text: string) => readonly Found[]>> = {
  email_address: (text) => emailsIn({ text }),
  phone_number: (text) => phonesIn(text, regions),
  credit_card: (text) => cardsIn({ text }),
  iban: (text) => ibansIn({ text }),
  us_ssn: (text) => socialSecurityNumbersIn({ text }, true),
  ip_address: (text) => addressesIn({ text }, false),
  date_of_birth: (text) => birthDatesIn({ text }),
  login_password: (text) => loginsIn({ text }),
};
