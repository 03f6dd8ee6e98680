import type { ProjectId } from "../../platform/ids.ts";

/** Scope of a secret of a model or project: it can be decrypted only for its host. */
export interface SecretName {
  readonly project: ProjectId;
  /** A model's id, or `project` for provider keys that all models share. */
  readonly owner: string;
  readonly name: string;
  /** Lower case, with the port unless it is the scheme's default. */
  readonly host: string;
}

/** Keys that the service sends when it calls models. They are encrypted; only open() decrypts them. */
export interface SecretStore {
  /** Replaces a secret of the same name and host. */
  put(secret: SecretName, text: string, now: number): Promise<void>;
  names(project: ProjectId, owner: string): Promise<readonly (SecretName & { readonly createdAt: number })[]>;
  /** Undefined if none is stored for that host. Throws Failure("dependency") if it cannot be decrypted. */
  open(secret: SecretName): Promise<string | undefined>;
  /** Removes one secret, or all of an owner; returns whether there was one. */
  remove(project: ProjectId, owner: string, name?: string): Promise<boolean>;
}
