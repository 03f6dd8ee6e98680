import { defect, defineCheck, skipped, z } from "../definition.ts";
import { secretDump } from "./shared-properties.ts";

export const secretHttpAuthHeader = defineCheck({
  ...secretDump,
  name: "secret_http_auth_header",
  version: 2,
  title: "Authorization header with credential",
  description:
    "A text holds a header with a credential: Authorization with Basic (of user and password) or with a token of 20 characters and more whose entropy per character is `entropy` bits, X-Api-Key, or curl -u with a password. Placeholders do not count.",
  targets: ["output", "input", "tool_calls"],
  source: "gitleaks curl-auth-user, curl-auth-header",
  options: z.strictObject({ entropy: z.number().nonnegative().default(3.5) }),
  evaluate: (subject, { entropy }) => {
    const texts = (["output", "input", "tool_calls"] as const).map((target) => subject.text(target));
    if (texts.every(({ isBlank }) => isBlank)) return skipped("there is no text");
    for (const text of texts)
      for (const match of text.text.matchAll(header)) {
        const { basic, token, user } = match.groups ?? {};
        const isCredential =
          (basic !== undefined && /^[^:\s]{1,80}:.{3,}$/.test(Buffer.from(basic, "base64").toString("latin1"))) ||
          (token !== undefined && !fake.test(token) && bitsOf(token) >= entropy) ||
          (user !== undefined && !fake.test(user));
        if (isCredential)
          return defect(true, "a header bears a credential", [text.evidence(match.index, match.index + 14)]);
      }
    return defect(false, "no header bears a credential");
  },
});

const header =
  /\bauthorization["']?\s*[:=]\s*["']?basic\s+(?<basic>[A-Za-z0-9+/]{8,200}={0,2})|\b(?:authorization["']?\s*[:=]\s*["']?(?:bearer|token)\s+|x-api-key["']?\s*[:=]\s*["']?)(?<token>[\w.~+/=-]{20,500})|\bcurl\b[^\n]{0,200}\s-u\s+["']?[^\s:"']{1,80}:(?<user>[^\s"']{4,100})/gi;

const fake =
  /^(?:your|my|test|user|pass|change|the|some|\$|<|x{4,}|\*+|password|token|secret|api[_-]?key|example|placeholder)/i;

/** Returns the Shannon entropy in bits per character. */
function bitsOf(text: string): number {
  const counts = [...Map.groupBy(text, (character) => character).values()].map(({ length }) => length / text.length);
  return counts.reduce((sum, share) => sum - share * Math.log2(share), 0);
}
