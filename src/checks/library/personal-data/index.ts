import type { CodeCheck } from "../../check.ts";
import { piiPostalAddress } from "./address.ts";
import { piiGeoCoordinates } from "./coordinates.ts";
import { piiDensity } from "./density.ts";
import { piiNationalId } from "./national-id.ts";
import { personalThingChecks } from "./personal-identifiers.ts";
import { piiPhoneNumber } from "./phone.ts";
import {
  piiCreditCard,
  piiDateOfBirth,
  piiEmailAddress,
  piiIban,
  piiIpAddress,
  piiUsernamePasswordPair,
  piiUsSsn,
} from "./strict-formats.ts";

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
