import type { PrivacyRules } from "../platform/api/types.ts";

type Kind = PrivacyRules["kinds"][number];

export const secretNames: Partial<Record<Kind, string>> = {
  cloud: "Cloud keys",
  ai_provider: "AI provider keys",
  vcs_ci: "Code host and CI tokens",
  payment: "Payment keys",
  messaging: "Messaging tokens",
  saas: "Other service tokens",
  private_key: "Private keys",
  connection_string: "Passwords in URLs",
  jwt: "JSON Web Tokens",
  generic: "Random-looking secrets",
};

export const personalNames: Partial<Record<Kind, string>> = {
  email_address: "Email addresses",
  phone_number: "Phone numbers",
  credit_card: "Card numbers",
  iban: "IBANs",
  us_ssn: "US social security numbers",
  ip_address: "Public IP addresses",
  date_of_birth: "Dates of birth",
  login_password: "Passwords mentioned in texts",
};
