import type { CodeCheck } from "../../domain/check.ts";
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
];
