import type { Definition, GenerationModel, Model, NewModel } from "../../platform/api/types.ts";
import { type Drafted, httpDefinition, httpDraft, jsonOf, mistake } from "./http-draft.ts";

/** Whose model is called: a provider's or a judge's by name, or the active judge's. */
export interface ChosenModel {
  readonly by: "provider" | "judge" | "active";
  readonly model: string;
  readonly judge: string;
}

const emptyGeneration = {
  by: "provider" as ChosenModel["by"],
  model: "",
  judge: "",
  temperature: "0",
  system: "",
  /** Empty: the row's input, a dialog as its messages. */
  user: "",
  dialog: "",
  tools: "",
  params: "",
  seconds: "",
};

export type GenerationDraft = Readonly<typeof emptyGeneration>;

export const emptyDraft = {
  name: "",
  tags: "",
  type: "generation" as Definition["type"],
  generation: emptyGeneration,
  http: httpDraft(),
  /** Maximum number of rows per call of custom code. */
  batchSize: "",
};

/** Form values of a model. Numbers, lists and JSON are texts as typed. */
export type Draft = Readonly<typeof emptyDraft>;

export function draftOf({ name, tags, definition }: Pick<Model, "name" | "tags" | "definition">): Draft {
  const known = { ...emptyDraft, name, tags: tags.join(", "), type: definition.type };
  switch (definition.type) {
    case "generation":
      return { ...known, generation: generationDraft(definition) };
    case "http":
      return { ...known, http: httpDraft(definition) };
    default:
      return { ...known, batchSize: `${definition.batchSize ?? ""}` };
  }
}

function generationDraft(definition: GenerationModel): GenerationDraft {
  const { model, judge, temperature, systemPromptTemplate, userPromptTemplate, dialogTemplate } = definition;
  const { tools, params, timeoutMs } = definition;
  return {
    by: judge !== undefined ? "judge" : model === undefined ? "active" : "provider",
    model: model ?? "",
    judge: judge ?? "",
    temperature: `${temperature ?? ""}`,
    system: systemPromptTemplate ?? "",
    user: userPromptTemplate ?? "",
    dialog: jsonText(dialogTemplate),
    tools: jsonText(tools),
    params: jsonText(params),
    seconds: timeoutMs === undefined ? "" : `${timeoutMs / 1000}`,
  };
}

const jsonText = (value: unknown) => (value === undefined ? "" : JSON.stringify(value, undefined, 2));

/** Returns the definition in the form, or the field that cannot be parsed. The service validates the rest. */
export function definitionOf(draft: Draft): Drafted<NewModel["definition"]> {
  switch (draft.type) {
    case "generation":
      return generationDefinition(draft.generation);
    case "http":
      return httpDefinition(draft.http);
    default:
      return { kind: "ready", value: { type: "custom", ...number("batchSize", draft.batchSize) } };
  }
}

function generationDefinition(draft: GenerationDraft): Drafted<NewModel["definition"]> {
  const { by, model, judge, temperature, system, user, seconds } = draft;
  const parsed = { dialog: jsonOf(draft.dialog), tools: jsonOf(draft.tools), params: jsonOf(draft.params) };
  for (const [field, { ok }] of Object.entries(parsed)) if (!ok) return mistake(field, "This is not JSON.");
  if (parsed.dialog.value !== undefined && !Array.isArray(parsed.dialog.value))
    return mistake("dialog", "A dialog is a list of {role, content}.");
  if (parsed.tools.value !== undefined && !Array.isArray(parsed.tools.value))
    return mistake("tools", "Tools are a list.");
  const definition = {
    type: "generation" as const,
    ...(by === "active" || (by === "judge" && model === "") ? {} : { model: model.trim() }),
    ...(by === "judge" ? { judge } : {}),
    ...number("temperature", temperature),
    ...(system.trim() === "" ? {} : { systemPromptTemplate: system }),
    ...(user.trim() === "" ? {} : { userPromptTemplate: user }),
    ...given("dialogTemplate", parsed.dialog.value),
    ...given("tools", parsed.tools.value),
    ...given("params", parsed.params.value),
    ...(seconds.trim() === "" ? {} : { timeoutMs: Number(seconds) * 1000 }),
  };
  // The service validates the content of JSON texts: its error names the field.
  return { kind: "ready", value: definition as NewModel["definition"] };
}

const given = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });
const number = (name: string, text: string) => (text.trim() === "" ? {} : { [name]: Number(text) });
