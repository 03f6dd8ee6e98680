/** Returns whether only this machine can connect. */
export function isLoopbackOnly(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
