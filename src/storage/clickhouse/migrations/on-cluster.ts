import type { SchemaOptions } from "./migration.ts";

/** Returns the clause that runs a statement on every server of the cluster; empty without a cluster. */
export const onCluster = ({ cluster }: Pick<SchemaOptions, "cluster">): string =>
  cluster === undefined ? "" : ` ON CLUSTER '${cluster}'`;

/** Returns the engine's name and settings for tables that are copied between servers. */
export const replicated = ({ cluster }: Pick<SchemaOptions, "cluster">): string =>
  cluster === undefined ? "" : "Replicated";
