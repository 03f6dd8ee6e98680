import type { AccountId } from "../../platform/ids.ts";

export interface SecondFactor {
  /** In base32. */
  readonly secret: string;
  /** Unix milliseconds; absent until the person has entered a first code. */
  readonly confirmedAt?: number;
  readonly recoveryCodesLeft: number;
}

/** Secrets of authenticator apps, sealed, and recovery codes as SHA-256. */
export interface SecondFactorStore {
  find(userId: string): Promise<SecondFactor | undefined>;
  /** Replaces a secret that was never confirmed. Returns false, without writing, if a confirmed one exists. */
  begin(userId: string, secret: string, at: number): Promise<boolean>;
  /** Confirms the secret with the time step of its first code. Of two concurrent calls, one succeeds. */
  confirm(userId: string, confirmed: { at: number; step: number; recoveryCodes: readonly string[] }): Promise<boolean>;
  /** Returns false if a code of this time step or of a later one was used: each works once, on all replicas. */
  useStep(userId: string, step: number): Promise<boolean>;
  /** Returns false if the code does not exist or was used. */
  useRecoveryCode(userId: string, sha256: string): Promise<boolean>;
  replaceRecoveryCodes(userId: string, codes: readonly string[]): Promise<void>;
  /** Removes secret and recovery codes. Returns false if there was no confirmed secret. */
  remove(userId: string): Promise<boolean>;
  /** How far an account uses second factors. */
  ofAccount(account: AccountId): Promise<{ required: boolean; people: number; enrolled: number }>;
  /** Requires a second factor of everybody in the account, or ends that. */
  setRequired(account: AccountId, required: boolean): Promise<void>;
}
