import { existsSync } from "node:fs";
import { postgresPrograms } from "../support/engines/postgres.ts";
import { holdInShortRuns } from "./short-run.ts";

/**
 * Review rows that no other test covers and that measure no time. The others take longer, or compare delays, which
 * a busy machine extends: `npm run lab -- R2.3`.
 */
const withoutServers = ["R1.1", "R3.3"] as const;
const hasServers = "folder" in postgresPrograms && ["/usr/sbin/nginx", "/usr/bin/nginx"].some(existsSync);

if (hasServers) holdInShortRuns([...withoutServers, "R2.5"]);
else holdInShortRuns(withoutServers, " (R2.5 is not run: PostgreSQL or nginx is not installed)");
