import { createClientOf } from "../server/client.ts";
import { createClientAddress, createIsTrustedProxy } from "../server/client-address.ts";
import { isForThisMachine, type Settings } from "./settings/settings.ts";

/** Returns how this installation tells its clients apart, and how many connections each may have. */
export function clientsOf(settings: Settings) {
  const loopbackOnly = isForThisMachine(settings);
  const clientAddress = createClientAddress(settings.trustedProxies);
  return {
    loopbackOnly,
    clientAddress,
    clientOf: createClientOf({ clientAddress, loopbackOnly }),
    connections: { ...settings.connections, isExempt: createIsTrustedProxy(settings.trustedProxies) },
  };
}
