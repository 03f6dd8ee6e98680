import { hash, verify } from "@node-rs/argon2";
import { Failure } from "../../platform/failure.ts";

/** argon2id over 46 MiB, one lane (OWASP password storage cheat sheet). */
const work = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;
const begins = `$argon2id$v=19$m=${work.memoryCost},t=${work.timeCost},p=${work.parallelism}$`;

/** Stored for people who have no password. */
export const noPasswordHash = "none";

export interface Passwords {
  /** Returns the hash as PHC text. */
  hash(password: string): Promise<string>;
  /** Takes as long for a user that does not exist (no hash) as for a wrong password. */
  isRight(password: string, passwordHash: string | undefined): Promise<boolean>;
  /** Returns whether a hash was made with weaker parameters than the current ones. */
  isDated(passwordHash: string): boolean;
}

/**
 * Limits concurrent hashing, so that a flood of sign-ins cannot exhaust the memory. Further calls wait, up to
 * `waiting`; beyond that it throws Failure("caller") with problem `too-many-requests`.
 */
export function createPasswords({ atOnce = 2, waiting = 64 }: { atOnce?: number; waiting?: number } = {}): Passwords {
  let running = 0;
  const queue: (() => void)[] = [];
  const nobody = hash("nobody has this password", work);

  return {
    hash: (password) => inTurn(() => hash(password, work)),
    isRight: (password, passwordHash) =>
      inTurn(async () => {
        const own = passwordHash === noPasswordHash ? undefined : passwordHash;
        return (await verify(own ?? (await nobody), password)) && own !== undefined;
      }),
    isDated: (passwordHash) => !passwordHash.startsWith(begins),
  };

  async function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    if (queue.length >= waiting) {
      throw new Failure("caller", "too many sign-ins are in progress: try again in a moment", {
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

/** Where people sign in by a provider only: every way that needs a password ends here. */
export function passwordsTurnedOff(label: string): Passwords {
  const refused = () =>
    Promise.reject(
      new Failure("caller", `passwords are turned off here: sign in with ${label}`, { problem: "forbidden" }),
    );
  return { hash: refused, isRight: refused, isDated: () => false };
}
