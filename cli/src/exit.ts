/** Exit statuses of the command. */
export const exitCodes = { ok: 0, checksFailed: 1, usage: 2, auth: 3, network: 4, interrupted: 130 } as const;

/** Ends the command with a message for people and a status for scripts. */
export class Exit extends Error {
  override readonly name: string = "Exit";
  readonly code: (typeof exitCodes)[keyof typeof exitCodes];

  constructor(code: (typeof exitCodes)[keyof typeof exitCodes], message: string) {
    super(message);
    this.code = code;
  }
}

export const usage = (message: string): Exit => new Exit(exitCodes.usage, message);
