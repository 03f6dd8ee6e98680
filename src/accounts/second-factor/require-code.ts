import type { Visitor } from "../../server/index.ts";
import type { User } from "../account.ts";
import type { Note } from "../audit-recorder.ts";
import type { SecondFactorStore } from "../ports/second-factors.ts";
import { refuse } from "../sign-in/refuse.ts";
import type { Throttle } from "../sign-in/throttle.ts";
import { storedRecoveryCode } from "./recovery-codes.ts";
import { stepOfCode } from "./totp.ts";

interface RequireCodeDependencies {
  readonly secondFactors: Pick<SecondFactorStore, "find" | "useStep" | "useRecoveryCode">;
  readonly throttle: Throttle;
  readonly recordAuditEntry: Note;
  readonly now: () => number;
}

export type Person = Pick<User, "id" | "email" | "accountId">;

/**
 * Throws Failure("caller") with the field `code` unless the person has no second factor, or the code is right: the present
 * one of their authenticator app, or a recovery code. Each counts once, on all replicas.
 */
export type RequireCode = (person: Person, code: string | undefined, visitor: Visitor) => Promise<void>;

export function createRequireCode(dependencies: RequireCodeDependencies): RequireCode {
  const { secondFactors, throttle, recordAuditEntry, now } = dependencies;
  return async (person, code, visitor) => {
    const factor = await secondFactors.find(person.id);
    if (factor?.confirmedAt === undefined) return;
    if (code === undefined) throw refuse("forbidden", "a code of your authenticator app is needed", "code");
    const attempt = { kind: "second-factor", email: person.email, address: visitor.address } as const;
    // Guesses are counted before they are checked, in all networks together: the guesser has the password already.
    await throttle.pass(attempt);
    const used = await use(person, factor.secret, code);
    if (used === undefined) {
      await recordAuditEntry(person, "second-factor-refused", "Gave a wrong or used code", visitor);
      throw refuse("forbidden", `${wrongCode}, or it was used: wait for the next one`, "code");
    }
    await throttle.remove(attempt);
    if (used === "code") return;
    const left = factor.recoveryCodesLeft - 1;
    await recordAuditEntry(person, "recovery-code-used", `Used a recovery code; ${left} are left`, visitor);
  };

  async function use({ id }: Person, secret: string, text: string): Promise<"code" | "recovery-code" | undefined> {
    const step = stepOfCode(secret, text.replace(/[\s-]/g, ""), now());
    if (step !== undefined) return (await secondFactors.useStep(id, step)) ? "code" : undefined;
    const stored = storedRecoveryCode(text);
    if (stored === undefined || !(await secondFactors.useRecoveryCode(id, stored))) return undefined;
    return "recovery-code";
  }
}

export const wrongCode = "this is not the present code of your authenticator app";
