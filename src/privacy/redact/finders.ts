import type { CountryCode } from "libphonenumber-js";
import { type PersonalKind, typeOfRule } from "../../datapoints/text/redaction.ts";
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

/** A place in a text that must not be kept, and what it is called. */
export interface Sensitive {
  readonly start: number;
  readonly end: number;
  readonly type: string;
  /** It looks like a secret beside its name, of whatever kind: a finder that knows the kind names it. */
  readonly isOfAnyKind?: true;
}

/** Secrets of the given packs, as the checks of the same packs find them. */
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

/** Personal data of one kind, as the check of the same kind finds it. */
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
