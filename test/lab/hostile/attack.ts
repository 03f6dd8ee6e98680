/** Where an attack goes. */
export interface AttackTarget {
  readonly httpPort: number;
  readonly grpcPort: number;
  /** Token of the attacker's own project, for attacks of a tenant. */
  readonly token: string;
}

/** Counts an outcome that the service gave an attack, such as a status. */
export type CountOutcome = (outcome: string) => void;

/**
 * Starts an attack and returns a function that ends it and closes its connections. Everything it sends is made
 * beforehand: an attacker shares the machine with the service that is measured.
 */
export type StartAttack = (target: AttackTarget, count: CountOutcome) => () => void;

/** Addresses of this machine from which attackers connect: an address has a limit of connections. Good senders use another. */
export const addresses = { bodies: "127.0.0.66", tokens: "127.0.0.67", tenant: "127.0.0.68" } as const;
