import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

export const repository = new URL("../../../", import.meta.url).pathname;
const read = (file: string) => readFileSync(`${repository}${file}`, "utf8");

const Service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), args: z.record(z.string(), z.string()) }).optional(),
  profiles: z.array(z.string()).default([]),
  restart: z.literal("unless-stopped"),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal("service_healthy") })).default({}),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  command: z.array(z.string()).optional(),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.literal("ALL")).optional(),
  security_opt: z.array(z.string()).optional(),
  shm_size: z.string().optional(),
  ulimits: z.unknown().optional(),
  stop_grace_period: z.string().optional(),
  secrets: z.array(z.string()).default([]),
  healthcheck: z.strictObject({
    test: z.tuple([z.literal("CMD")], z.string()),
    interval: z.string(),
    timeout: z.string(),
    start_period: z.string().optional(),
    retries: z.int(),
  }),
});
const Compose = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  secrets: z.record(z.string(), z.strictObject({ environment: z.string() })),
  volumes: z.record(z.string(), z.null()),
});

/** docker-compose.yml; unknown keys are refused. */
export const compose = Compose.parse(parse(read("docker-compose.yml")));

/** Returns the NAME=value lines of a file. */
export const envOf = (text: string) =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
export const exampleEnv = envOf(read(".env.example"));

/** Substitutes variables as Compose does. Throws if a required one has no value, and for any other form. */
export function interpolated(text: string, variables: Readonly<Record<string, string>>): string {
  const start = text.lastIndexOf("${");
  if (start === -1) return text;
  const end = text.indexOf("}", start);
  const [, name = "", form, word = ""] = /^(\w+)(:-|:\?)?(.*)$/.exec(text.slice(start + 2, end)) ?? [];
  const value = variables[name] || undefined;
  const isInside = text.lastIndexOf("${", start - 1) > -1 && text.indexOf("}", end + 1) > -1;
  if (form === ":?" && value === undefined) throw new Error(`required variable ${name} is missing a value: ${word}`);
  // Inside another default a bare name is allowed: its value is required elsewhere.
  if (form === undefined && !isInside) throw new Error(`${name} has neither a default nor is it required`);
  return interpolated(text.slice(0, start) + (value ?? (form === ":-" ? word : "")) + text.slice(end + 1), variables);
}

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** The stages of the Dockerfile, each beginning with its FROM. */
export const stages: readonly (readonly Instruction[])[] = stagesOf(read("Dockerfile"));

function stagesOf(dockerfile: string): Instruction[][] {
  const found: Instruction[][] = [];
  for (const line of dockerfile.split("\n").filter((line) => line !== "" && !line.startsWith("#"))) {
    const [name = "", ...rest] = line.split(" ");
    if (name === "FROM") found.push([]);
    found.at(-1)?.push({ name, rest: rest.join(" ") });
  }
  return found;
}

/** The stage of the final image. */
export const lastStage = stages.at(-1) ?? [];
export const instruction = (name: string) => lastStage.filter((one) => one.name === name).map(({ rest }) => rest);
/** ENV of the final image. */
export const imageEnv = Object.fromEntries(
  instruction("ENV")
    .flatMap((rest) => rest.split(" "))
    .map((pair) => pair.split("=") as [string, string]),
);
/** Returns the command after CMD, or after HEALTHCHECK's flags. */
export const commandOf = (rest: string) => z.array(z.string()).parse(JSON.parse(rest.slice(rest.indexOf("["))));
