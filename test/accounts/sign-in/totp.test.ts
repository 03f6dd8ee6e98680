import { describe, expect, test } from "vitest";
import { newRecoveryCodes, storedRecoveryCode } from "../../../src/accounts/second-factor/recovery-codes.ts";
import {
  codeOf,
  newTotpSecret,
  stepAt,
  stepOfCode,
  toBase32,
  totpUri,
} from "../../../src/accounts/second-factor/totp.ts";

/** The secret of RFC 6238, appendix B. */
const secret = toBase32(Buffer.from("12345678901234567890"));

describe("a code of an authenticator app", () => {
  // The RFC lists eight digits; apps show the last six.
  test.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("is that of RFC 6238 at second %i", (second, code) => {
    expect(codeOf(secret, stepAt(second * 1000))).toBe(code.slice(-6));
  });

  test("counts one step before and after its own, and no further", () => {
    const at = 1_234_567_890_000;
    const code = codeOf(secret, stepAt(at));
    const accepted = [-60, -30, 0, 30, 60].map((seconds) => stepOfCode(secret, code, at + seconds * 1000));
    expect(accepted).toEqual([undefined, stepAt(at), stepAt(at), stepAt(at), undefined]);
  });

  test.each(["", "12345", "1234567", "12 456", "١٢٣٤٥٦", "abcdef", "-12345", "1e1000", "\0\0\0\0\0\0"])(
    "%j is none",
    (code) => expect(stepOfCode(secret, code, 0)).toBeUndefined(),
  );

  test("needs a secret of 160 bits, which apps accept as text and as the address of a QR code", () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
    expect(toBase32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
    expect(totpUri({ secret: "ABC", email: "a b@example.org", issuer: "Gaffe (x)" })).toBe(
      "otpauth://totp/Gaffe%20(x):a%20b%40example.org?secret=ABC&issuer=Gaffe%20(x)&algorithm=SHA1&digits=6&period=30",
    );
  });
});

test("recovery codes are ten different ones, and are recognized in any spelling", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  const [code = ""] = codes;
  const stored = storedRecoveryCode(code);
  expect(stored).toMatch(/^[0-9a-f]{64}$/);
  expect(storedRecoveryCode(` ${code.toLowerCase().replaceAll("-", " ")} `)).toBe(stored);
  for (const other of ["", "ABCD", `${code}A`, code.replace(/^./, "1")])
    expect(storedRecoveryCode(other)).toBeUndefined();
});
