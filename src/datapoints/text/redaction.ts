import { secretPacks } from "../../platform/sensitive/secret-rule.ts";

/** Personal data that has a recognizable format. */
export const personalKinds = [
  "email_address",
  "phone_number",
  "credit_card",
  "iban",
  "us_ssn",
  "ip_address",
  "date_of_birth",
  "login_password",
] as const;
export type PersonalKind = (typeof personalKinds)[number];

/** Kinds of redaction without user-defined patterns: the packs of secrets, and personal data. */
export const redactionKinds = [...secretPacks, ...personalKinds] as const;
export type RedactionKind = (typeof redactionKinds)[number];

/** A user-defined pattern of a project (RE2 syntax). Matches become `[redacted:name]`. */
export interface RedactionPattern {
  readonly name: string;
  readonly pattern: string;
}

/** Rules for what a project may store. */
export interface PrivacyRules {
  readonly kinds: readonly RedactionKind[];
  readonly patterns: readonly RedactionPattern[];
  /** `dropped`: dialog texts are removed before anything is written; numbers, names and ids are stored. */
  readonly content: "stored" | "dropped";
}

/** Default rules of a project: secrets are redacted, personal data is not. */
export const defaultRules: PrivacyRules = { kinds: secretPacks, patterns: [], content: "stored" };

export const patternLimits = { count: 20, length: 500, programSize: 2000 } as const;

/** Attribute that replaces dropped texts in a span or log record. */
export const contentDroppedKey = "gaffe.content_dropped";

/** Marker that a redaction leaves, so that checks can count the replacements. */
export const markerOf = (type: string) => `[redacted:${type}]`;

/** Returns the type name of a secret, as markers use it. */
export const typeOfRule = (rule: string) =>
  rule === "aws-access-token" ? "aws_access_key" : rule.replaceAll("-", "_");
