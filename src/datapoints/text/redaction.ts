import { secretPacks } from "../../platform/sensitive/secret-rule.ts";

/** Personal data that is told by its form. */
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

/** What can be redacted without a pattern of one's own: the packs of secrets, and personal data. */
export const redactionKinds = [...secretPacks, ...personalKinds] as const;
export type RedactionKind = (typeof redactionKinds)[number];

/** A pattern of a project's own (RE2 syntax). What it matches becomes `[redacted:name]`. */
export interface RedactionPattern {
  readonly name: string;
  readonly pattern: string;
}

/** What may become durable of a project's data. */
export interface PrivacyRules {
  readonly kinds: readonly RedactionKind[];
  readonly patterns: readonly RedactionPattern[];
  /** `dropped`: texts of dialogs are left out before anything is written; numbers, names and ids are kept. */
  readonly content: "kept" | "dropped";
}

/** Unless a project or a setting says otherwise: secrets are redacted, personal data is not. */
export const defaultRules: PrivacyRules = { kinds: secretPacks, patterns: [], content: "kept" };

export const patternLimits = { count: 20, length: 500, programSize: 2000 } as const;

/** The attribute that stands in a span or log record in place of the texts that were dropped. */
export const contentDroppedKey = "gaffe.content_dropped";

/** What a redaction leaves, so that checks can count what it replaced. */
export const markerOf = (type: string) => `[redacted:${type}]`;

/** A secret's type as markers name it. */
export const typeOfRule = (rule: string) =>
  rule === "aws-access-token" ? "aws_access_key" : rule.replaceAll("-", "_");
