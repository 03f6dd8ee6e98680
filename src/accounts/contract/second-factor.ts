import { z } from "zod";
import { Time } from "../../server/service.ts";
import { Code, Password } from "./account.ts";

export const SecondFactor = z
  .strictObject({
    since: Time.optional().describe("When it was turned on; absent while it is off"),
    recoveryCodesLeft: z.int(),
    required: z.boolean().describe("The account requires it of everybody who signs in with a password"),
  })
  .meta({ id: "SecondFactor" });

export const SecondFactorStart = z.strictObject({ password: Password }).meta({ id: "SecondFactorStart" });

export const AuthenticatorSecret = z
  .strictObject({
    secret: z.string().describe("In base32, to type into an authenticator app"),
    uri: z.string().describe("The same as an address, to show as a QR code"),
  })
  .meta({ id: "AuthenticatorSecret" });

export const SecondFactorCode = z.strictObject({ code: Code }).meta({ id: "SecondFactorCode" });

export const SecondFactorProof = z.strictObject({ password: Password, code: Code }).meta({ id: "SecondFactorProof" });

export const RecoveryCodes = z
  .strictObject({ recoveryCodes: z.array(z.string()).describe("Each works once; shown this once") })
  .meta({ id: "RecoveryCodes" });

export const SignInRules = z
  .strictObject({
    requireSecondFactor: z.boolean(),
    people: z.int().describe("People in the account"),
    enrolled: z.int().describe("Those of them who have a second factor"),
  })
  .meta({ id: "SignInRules" });

export const SignInRulesChange = z.strictObject({ requireSecondFactor: z.boolean() }).meta({ id: "SignInRulesChange" });
