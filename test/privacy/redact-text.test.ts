import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultRules, redactionKinds } from "../../src/datapoints/text/redaction.ts";
import { createTextRedactor } from "../../src/privacy/redact/redact-text.ts";
import { awsKey, githubToken, privateKey, slackToken, stripeKey } from "../support/data/secrets.ts";

const redact = createTextRedactor(defaultRules);
const all = createTextRedactor({
  kinds: redactionKinds,
  patterns: [{ name: "employee_id", pattern: "\\bE\\d{6}\\b" }],
});
const json = (value: unknown) => JSON.stringify(value);

describe("redacting a text", () => {
  test.each([
    ["in prose", `use ${awsKey} please`, "use [redacted:aws_access_key] please"],
    ["next to its name", `My key is\n${awsKey} in it.`, "My key is\n[redacted:aws_access_key] in it."],
    [
      "after an escaped line feed",
      json({ text: `key:\n${awsKey}` }),
      json({ text: "key:\n[redacted:aws_access_key]" }),
    ],
    [
      "in JSON in JSON",
      json({ arguments: json({ note: `a\n${githubToken}\nb` }) }),
      json({ arguments: json({ note: "a\n[redacted:github_token]\nb" }) }),
    ],
    ["in JSON that was cut off", `[{"content":"x\\n${slackToken}`, '[{"content":"x\\n[redacted:slack_token]'],
    ["with escaped letters", `"\\u0041${awsKey.slice(1)}"`, '"[redacted:aws_access_key]"'],
    ["in Base64", b64(json({ key: awsKey })), b64(json({ key: "[redacted:aws_access_key]" }))],
    ["twice", `${awsKey} ${stripeKey}`, "[redacted:aws_access_key] [redacted:stripe_access_token]"],
  ])("a secret %s", (_, text, expected) => {
    expect(redact(text)?.text).toBe(expected);
  });

  test("a private key goes whole, also inside JSON", () => {
    for (const text of [privateKey, json([{ content: `Here:\n${privateKey}` }])]) {
      const redacted = redact(text)?.text ?? "";
      expect(redacted).toContain("[redacted:private_key]");
      expect(redacted).not.toContain("MIIEow");
    }
  });

  test("a password in an address goes, the address stays", () => {
    const redacted = redact(
      "postgres://app:k3yN0tF0und@db.internal:5432/app and https:\\/\\/u:s3cretPa55@h.example\\/",
    );
    expect(redacted?.text).toBe(
      "postgres://app:[redacted:url_with_password]@db.internal:5432/app and https:\\/\\/u:[redacted:url_with_password]@h.example\\/",
    );
  });

  test.each([
    ["http.request.header.authorization", "Bearer abcdef", "[redacted:credential]"],
    ["db.password", "hunter2!", "[redacted:credential]"],
    ["aws_secret_access_key", "wJ4lrXUtnF3MI/K7MDENG/bPxRfiCYzQ8kLm2PqR", "[redacted:aws_secret_access_key]"],
    ["gen_ai.request.model", "gpt-4o-mini", undefined],
    ["gen_ai.usage.token_type", "input", undefined],
  ])("the attribute %s=%s becomes %s", (key, text, expected) => {
    expect(redact(text, key)?.text).toBe(expected);
  });

  test("personal data stays by default, and is removed if requested", () => {
    const text = "Ann <ann.miller@firma.de>, 4556 7375 8689 9855, DE44500105175407324931, E123456, +49 170 1234567";
    expect(redact(text)).toBeUndefined();
    expect(all(text)?.text).toBe(
      "Ann <[redacted:email_address]>, [redacted:credit_card], [redacted:iban], [redacted:employee_id], [redacted:phone_number]",
    );
  });

  test("a thousand of a kind all go", () => {
    const text = Array.from({ length: 1000 }, (_, index) => `user${index}@firma.de`).join(" ");
    expect(all(text)?.types).toHaveLength(1000);
    expect(all(text)?.text).not.toContain("firma");
  });

  test("megabytes without a break are looked through, and what Base64 of that length hides is found", () => {
    const picture = Buffer.alloc(5_000_000, 7).toString("base64");
    expect(redact(`data:image/png;base64,${picture}`)).toBeUndefined();
    const document = "All is well. ".repeat(400_000);
    const found = redact(`a ${b64(`${document}${awsKey}`)} b`);
    expect(found?.types).toEqual(["aws_access_key"]);
    expect(found?.text).toBe(`a ${b64(`${document}[redacted:aws_access_key]`)} b`);
  });

  test("placeholders and prose stay", () => {
    for (const text of ["AKIAIOSFODNN7EXAMPLE", "sk-...", "password: <your password>", "The token count is 512.", ""])
      expect(redact(text)).toBeUndefined();
  });

  test("redacted text is not redacted again", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(awsKey, "a@b-firma.de", "E123456", "\n", "\\", '"', " ", "password: ", "{", "x")),
        (pieces) => {
          const once = all(pieces.join(""));
          if (once) expect(all(once.text)).toBeUndefined();
        },
      ),
    );
  });
});

function b64(text: string) {
  return Buffer.from(text).toString("base64");
}
