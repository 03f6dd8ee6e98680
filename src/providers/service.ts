export { secret } from "./contract/provider-key.ts";
export { secretsOf } from "./http-target.ts";
export { projectOwner } from "./secret-owner.ts";
export type { Providers } from "./start.ts";
export { hostOf, routeOf } from "./upstream.ts";
