import { addressesIn } from "../../../platform/sensitive/personal-data.ts";
import { defineCheck, z } from "../definition.ts";
import { findPersonalData, personalData, targetsOption } from "./found.ts";

export const piiIpAddress = defineCheck({
  ...personalData,
  name: "pii_ip_address",
  version: 2,
  title: "IP address",
  description: "A public IPv4 or IPv6 address; private and documentation ranges and version numbers do not count.",
  severity: "minor",
  source: "RFC 6890; Presidio IpRecognizer",
  options: z.strictObject({ include_private: z.boolean().default(false), targets: targetsOption }),
  evaluate: (subject, options) =>
    findPersonalData(subject, "IP address", {
      targets: options.targets,
      marker: /^ip(?:_|$)/,
      find: (text) => addressesIn(text, options.include_private),
    }),
});
