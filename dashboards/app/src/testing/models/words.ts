import type { Definition } from "../../platform/api/types.ts";

export function definitionText(definition: Definition): string {
  switch (definition.type) {
    case "generation":
      return definition.model ?? (definition.judge === undefined ? "the active judge" : `judge ${definition.judge}`);
    case "http":
      return hostIn(definition.nextTurn.url);
    default:
      return "your own code";
  }
}

export const typeNames = {
  generation: "Model with a prompt",
  http: "HTTP application",
  custom: "Your own code",
} as const;

const hostIn = (url: string) => /^https?:\/\/([^/?]+)/i.exec(url)?.[1] ?? url;

/** Returns the provider in a model's name, which is also the name of its key. */
export const providerIn = (definition: Definition): string =>
  definition.type === "generation" ? (/^([a-z0-9-]+)\//.exec(definition.model ?? "")?.[1] ?? "") : "";
