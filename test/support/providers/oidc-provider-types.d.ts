/** The part of the package that the tests use; its types on npm would add twenty packages. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Account {
    readonly accountId: string;
    claims(): Readonly<Record<string, unknown>>;
  }

  export class Provider {
    constructor(
      issuer: string,
      configuration: Readonly<Record<string, unknown>> & {
        readonly findAccount: (context: unknown, subject: string) => Account | undefined;
      },
    );
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  }
}
