import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { candidates, hitsOf, type SecretHit, secretRules } from "../../src/platform/sensitive/secrets.ts";

/** fast-check generates texts from patterns, but not for look-around or case-insensitive ones. */
const withoutLooking = (pattern: RegExp) => {
  const groups = /\(\?(?:<?[!=])(?:[^()[\]\\]|\\.|\[(?:[^\]\\]|\\.)*\])*\)|\\b/g;
  return new RegExp(`^(?:${pattern.source.replaceAll(groups, "")})$`);
};

const made = secretRules.filter(({ pattern }) => !/\(\?<?[!=]\(|\(\?:\(\?!|\\b\)/.test(pattern.source));

describe("the rules of secrets", () => {
  test("are nearly all of them tried here", () => {
    expect(made.length / secretRules.length).toBeGreaterThan(0.9);
  });

  test.each(made.map((rule) => [rule.id, rule] as const))("%s is tested on texts that match its pattern", (_, rule) => {
    const looksRight = fc
      .stringMatching(withoutLooking(rule.pattern))
      .map((secret) => ` ${secret} `)
      .filter((text) => new RegExp(rule.pattern.source, rule.pattern.flags.replace("g", "")).test(text));
    for (const text of fc.sample(looksRight, { numRuns: 3, seed: 7 })) {
      const tried = [...candidates(text).values()].flat();
      expect(tried, text).toContain(rule);
    }
  });
});

describe("stand-ins", () => {
  const found = (text: string): readonly SecretHit[] =>
    [...candidates(text).values()].flat().flatMap((rule) => hitsOf(rule, text));
  const token = `gsk_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3kL5m".slice(0, 52)}`;

  test("a token is found", () => {
    expect(found(`export GROQ_API_KEY=${token}`).map(({ rule }) => rule)).toContain("groq-api-key");
  });

  test.each([
    ["a sample key of Google's pages", ["AIzaSy", "AnLA7NfeLquW1tJFpx_eQCxoX-oo6YyIs"].join("")],
    ["a value that is masked after its start", "xoxp-572370529330-573807301142-572331691188-####################"],
    ["a value that states it is a placeholder", "mysql://admin:REPLACE_WITH_PASSWORD@db.internal/x"],
  ])("%s is none", (_, text) => {
    expect(found(text)).toEqual([]);
  });
});
