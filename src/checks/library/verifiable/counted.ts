import { property, z } from "../definition.ts";
import { relations } from "./shared-properties.ts";

export const countOption = (standard: number) => z.int().nonnegative().default(standard);

export function counted(what: string, count: number, how: keyof typeof relations, wanted: number) {
  return property(relations[how](count, wanted), `${what}: ${count}, ${how.replace("_", " ")} ${wanted} wanted`);
}
