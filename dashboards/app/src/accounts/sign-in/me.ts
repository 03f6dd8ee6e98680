import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../../platform/api/queries.ts";
import type { Me } from "../../platform/api/types.ts";

export type Role = Extract<Me["who"], { kind: "user" }>["role"];

export function useMe(): Me["who"] {
  return useQuery(meQuery).data?.who ?? { kind: "nobody" };
}

const roles: readonly Role[] = ["viewer", "member", "admin"];

/**
 * Returns whether to offer an action that requires this role. The service enforces it; this only avoids a
 * refused request.
 */
export function isAtLeast(who: Me["who"], least: Role): boolean {
  if (who.kind === "user") return roles.indexOf(who.role) >= roles.indexOf(least);
  if (who.kind === "token") return least !== "admin" || who.scopes.includes("admin");
  return who.kind === "local" && least !== "admin";
}
