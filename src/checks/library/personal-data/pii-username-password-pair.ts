import { loginsIn } from "../../../platform/sensitive/personal-data.ts";
import { defineCheck, z } from "../definition.ts";
import { findPersonalData, personalData, targetsOption } from "./found.ts";

export const piiUsernamePasswordPair = defineCheck({
  ...personalData,
  name: "pii_username_password_pair",
  title: "Login with password",
  description: "A password, passcode or PIN that is given away with its value, or a URL with user and password.",
  severity: "critical",
  source: "LLM Guard; GDPR article 32",
  options: z.strictObject({ targets: targetsOption }),
  evaluate: (subject, options) =>
    findPersonalData(subject, "password", { targets: options.targets, marker: /^(?:password|login)/, find: loginsIn }),
});
