import type { Principal } from "../../server/index.ts";
import { refusal } from "../../server/service.ts";

/** Returns the signed-in person of a request, with their account; throws Failure("caller") for a token. */
export function person({ by, accountId }: Principal) {
  if (by.kind !== "user") throw refusal("forbidden", "this is for people who are signed in");
  return { ...by, accountId };
}
