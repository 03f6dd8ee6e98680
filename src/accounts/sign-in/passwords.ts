import { hash, verify } from "@node-rs/argon2";
import { Failure } from "../../platform/failure.ts";

/** argon2id over 46 MiB, one lane (OWASP password storage cheat sheet). */
const work = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;
const begins = `$argon2id$v=19$m=${work.memoryCost},t=${work.timeCost},p=${work.parallelism}$`;

export interface Passwords {
  /** As PHC text. */
  hash(password: string): Promise<string>;
  /** Takes as long for a user that does not exist (no hash) as for a wrong password. */
  isRight(password: string, passwordHash: string | undefined): Promise<boolean>;
  /** True for a hash that was made with less work than is asked for today. */
  isDated(passwordHash: string): boolean;
}

/**
 * Hashes so many passwords at once, so that a flood of sign-ins cannot eat the memory; others wait, and where too many
 * wait already they are sent away. Throws Failure("caller") with problem `too-many-requests` then.
 */
export function createPasswords({ atOnce = 2, waiting = 64 }: { atOnce?: number; waiting?: number } = {}): Passwords {
  let running = 0;
  const queue: (() => void)[] = [];
  const nobody = hash("nobody has this password", work);

  return {
    hash: (password) => inTurn(() => hash(password, work)),
    isRight: (password, passwordHash) =>
      inTurn(async () => (await verify(passwordHash ?? (await nobody), password)) && passwordHash !== undefined),
    isDated: (passwordHash) => !passwordHash.startsWith(begins),
  };

  async function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    if (queue.length >= waiting) {
      throw new Failure("caller", "too many people sign in at once: try again in a moment", {
        problem: "too-many-requests",
        retryAfterSeconds: 5,
      });
    }
    if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
    else running++;
    try {
      return await act();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  }
}
