import type { AccountId } from "../../platform/ids.ts";
import type { Visitor } from "../../server/index.ts";
import type { Note } from "../audit-recorder.ts";
import type { SecondFactorStore } from "../ports/second-factors.ts";
import type { BrowserSessions } from "../sign-in/browser-sessions.ts";
import { refuse } from "../sign-in/refuse.ts";
import type { Throttle } from "../sign-in/throttle.ts";
import { newRecoveryCodes, storedRecoveryCode } from "./recovery-codes.ts";
import { type Person, type RequireCode, wrongCode } from "./require-code.ts";
import { newTotpSecret, stepOfCode, totpUri } from "./totp.ts";

interface SecondFactorDependencies {
  readonly secondFactors: SecondFactorStore;
  readonly sessions: Pick<BrowserSessions, "end">;
  readonly requireCode: RequireCode;
  /** Throws unless it is the password of this person. */
  readonly requirePassword: (email: string, password: string, visitor: Visitor) => Promise<unknown>;
  readonly throttle: Throttle;
  readonly recordAuditEntry: Note;
  readonly baseUrl: () => string;
  readonly now: () => number;
}

/** Manages codes of authenticator apps (TOTP) as the second step of signing in with a password. */
export function createSecondFactor(dependencies: SecondFactorDependencies) {
  const { secondFactors, sessions, requireCode, requirePassword, throttle, recordAuditEntry, baseUrl, now } =
    dependencies;
  return { status, begin, confirm, renewRecoveryCodes, remove, ofAccount, setRequired };

  async function status({ id, accountId }: Person) {
    const [factor, { required }] = await Promise.all([secondFactors.find(id), secondFactors.ofAccount(accountId)]);
    const since = factor?.confirmedAt;
    return { since, recoveryCodesLeft: since === undefined ? 0 : (factor?.recoveryCodesLeft ?? 0), required };
  }

  /** Returns a new secret for the authenticator app. It counts once its first code is confirmed. */
  async function begin(person: Person, password: string, visitor: Visitor) {
    await requirePassword(person.email, password, visitor);
    const secret = newTotpSecret();
    if (!(await secondFactors.begin(person.id, secret, now()))) throw alreadyOn();
    const issuer = `Gaffe (${new URL(baseUrl()).hostname})`;
    return { secret, uri: totpUri({ secret, email: person.email, issuer }) };
  }

  /** Returns the recovery codes, this once; ends all other sessions, which began without a second factor. */
  async function confirm(person: Person & { readonly sessionId: string }, code: string, visitor: Visitor) {
    const factor = await secondFactors.find(person.id);
    if (!factor) throw refuse("conflict", "no authenticator app is being set up: start again");
    if (factor.confirmedAt !== undefined) throw alreadyOn();
    const { email } = person;
    const attempt = { kind: "second-factor", email, address: visitor.address } as const;
    await throttle.pass(attempt);
    const step = stepOfCode(factor.secret, code.replace(/\s/g, ""), now());
    if (step === undefined) throw refuse("forbidden", `${wrongCode}: check the clock of your phone`, "code");
    const { codes, stored } = recoveryCodes();
    if (!(await secondFactors.confirm(person.id, { at: now(), step, recoveryCodes: stored }))) throw alreadyOn();
    await throttle.remove(attempt);
    await sessions.end(person.id, { except: person.sessionId });
    await recordAuditEntry(person, "second-factor-on", "Turned on two-factor sign-in", visitor);
    return codes;
  }

  async function renewRecoveryCodes(person: Person, { password, code }: Proof, visitor: Visitor) {
    await requireOn(person);
    await requirePassword(person.email, password, visitor);
    await requireCode(person, code, visitor);
    const { codes, stored } = recoveryCodes();
    await secondFactors.replaceRecoveryCodes(person.id, stored);
    await recordAuditEntry(person, "recovery-codes-renewed", "Created new recovery codes", visitor);
    return codes;
  }

  async function remove(person: Person, { password, code }: Proof, visitor: Visitor): Promise<void> {
    await requireOn(person);
    if ((await secondFactors.ofAccount(person.accountId)).required) {
      throw refuse(
        "conflict",
        "your account requires two-factor sign-in: an admin can change that under Settings ▸ Users",
      );
    }
    await requirePassword(person.email, password, visitor);
    await requireCode(person, code, visitor);
    await secondFactors.remove(person.id);
    await recordAuditEntry(person, "second-factor-off", "Turned off two-factor sign-in", visitor);
  }

  async function requireOn({ id }: Person): Promise<void> {
    if ((await secondFactors.find(id))?.confirmedAt === undefined) {
      throw refuse("conflict", "two-factor sign-in is not turned on");
    }
  }

  function ofAccount(account: AccountId) {
    return secondFactors.ofAccount(account);
  }

  /** Only a person who has a second factor may require one of others: nobody locks themselves out by it. */
  async function setRequired({ id, accountId }: Person, required: boolean) {
    if (required && (await secondFactors.find(id))?.confirmedAt === undefined) {
      throw refuse("conflict", "turn on two-factor sign-in for yourself first, under Settings ▸ Sign-in");
    }
    await secondFactors.setRequired(accountId, required);
    return secondFactors.ofAccount(accountId);
  }
}

interface Proof {
  readonly password: string;
  readonly code: string;
}

const alreadyOn = () => refuse("conflict", "two-factor sign-in is turned on already");

function recoveryCodes() {
  const codes = newRecoveryCodes();
  return { codes, stored: codes.flatMap((code) => storedRecoveryCode(code) ?? []) };
}
