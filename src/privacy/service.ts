export type { Privacy } from "./start.ts";
