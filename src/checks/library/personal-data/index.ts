import type { CodeCheck } from "../../check.ts";
import { piiCreditCard } from "./pii-credit-card.ts";
import { piiDateOfBirth } from "./pii-date-of-birth.ts";
import { piiDensity } from "./pii-density.ts";
import { piiEmailAddress } from "./pii-email-address.ts";
import { piiGeoCoordinates } from "./pii-geo-coordinates.ts";
import { piiIban } from "./pii-iban.ts";
import { personalThingChecks } from "./pii-identifiers.ts";
import { piiIpAddress } from "./pii-ip-address.ts";
import { piiNationalId } from "./pii-national-id.ts";
import { piiPhoneNumber } from "./pii-phone-number.ts";
import { piiPostalAddress } from "./pii-postal-address.ts";
import { piiUsSsn } from "./pii-us-ssn.ts";
import { piiUsernamePasswordPair } from "./pii-username-password-pair.ts";

export const personalDataChecks: readonly CodeCheck[] = [
  piiEmailAddress,
  piiPhoneNumber,
  piiCreditCard,
  piiIban,
  piiUsSsn,
  piiIpAddress,
  piiDateOfBirth,
  piiUsernamePasswordPair,
  piiNationalId,
  piiPostalAddress,
  piiDensity,
  ...personalThingChecks,
  piiGeoCoordinates,
];
