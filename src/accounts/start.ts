import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import {
  type AuthenticationService,
  type AuthenticationServiceDependencies,
  createAuthenticationService,
} from "./sign-in/authentication-service.ts";

interface AccountsDependencies extends Omit<AuthenticationServiceDependencies, "emit"> {
  /** Whether only this machine can reach the service. */
  readonly loopbackOnly: boolean;
  readonly telemetry: Pick<Telemetry, "emit">;
}

/** Starts authentication; warns when passwords would cross a network in the clear. */
export function startAccounts({
  loopbackOnly,
  telemetry,
  ...dependencies
}: AccountsDependencies): AuthenticationService {
  if (!loopbackOnly && !dependencies.baseUrl().startsWith("https:")) {
    telemetry.emit({
      kind: "sign-in-without-tls",
      level: "warn",
      message:
        "passwords and sessions cross the network readable: put TLS in front and set GAFFE_PUBLIC_URL to its https address (docs/accounts.md)",
    });
  }
  return createAuthenticationService({ ...dependencies, emit: telemetry.emit });
}
