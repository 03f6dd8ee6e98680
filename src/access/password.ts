import { hash } from "@node-rs/argon2";

/** argon2id over 46 MiB, one lane (OWASP password storage cheat sheet), as PHC text. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 47_104, timeCost: 1, parallelism: 1 });
}
