import type { SchemaOptions } from "./migration.ts";

/** What makes a statement one of every server of the cluster; nothing where there is none. */
export const onCluster = ({ cluster }: Pick<SchemaOptions, "cluster">): string =>
  cluster === undefined ? "" : ` ON CLUSTER '${cluster}'`;

/** The engine's name and settings where what one server stores is copied to the others. */
export const replicated = ({ cluster }: Pick<SchemaOptions, "cluster">): string =>
  cluster === undefined ? "" : "Replicated";
