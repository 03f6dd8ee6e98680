export { secret } from "./contract/provider-key.ts";
export { secretsOf } from "./http-target.ts";
export { projectOwner } from "./secret-owner.ts";
export { hostOf, routeOf } from "./upstream.ts";
