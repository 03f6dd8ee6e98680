import type { ChatMessageJson } from "../../checks/index.ts";
import { fillTemplate } from "../../checks/service.ts";
import type { Conversation, Simulation } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { RunRow } from "../test-run.ts";
import type { CallServedModel, ServedModelReply } from "./call-served-model.ts";
import type { ModelLocationResult } from "./find-model-location.ts";

/** A model that plays the user. */
export interface SpeakingDriver {
  speak(row: RunRow, conversation: Conversation, signal: AbortSignal): Promise<ServedModelReply>;
}

interface DriverDependencies {
  readonly callModel: CallServedModel;
  readonly project: ProjectId;
  readonly simulation: Simulation;
  readonly at: Extract<ModelLocationResult, { kind: "found" }>;
}

const timeoutMs = 60_000;

export function createDriver({ callModel, project, simulation, at }: DriverDependencies): SpeakingDriver {
  const { temperature } = simulation.driver;
  return {
    speak: (row, conversation, signal) =>
      callModel(
        { project, at, messages: driverMessages(simulation, row, conversation), params: { temperature }, timeoutMs },
        signal,
      ),
  };
}

/** Returns the conversation from the driver's view: the roles of driver and target are swapped. */
export function driverMessages(
  { driver, stop }: Pick<Simulation, "driver" | "stop">,
  { input, expected }: Pick<RunRow, "input" | "expected">,
  { messages }: Conversation,
): readonly ChatMessageJson[] {
  const persona = fillTemplate(driver.promptTemplate, { scenario_input: input, input, scenario_result: expected });
  const farewell =
    stop?.phrase === undefined
      ? ""
      : ` When you have what you came for, or see that you will not get it, end your message with: ${stop.phrase}`;
  const system = `${persona}\n\nYou are this person and talk to an assistant. Write only your next message to it, in the words of that person, without naming the speaker.${farewell}`;
  const swapped = messages.map(({ role, content, toolCalls }) => ({
    role: role === "user" ? "assistant" : "user",
    content: content === "" && toolCalls ? "(The assistant is working on it.)" : content,
  }));
  // Providers require a dialog to start with a user message.
  const opening = swapped[0]?.role === "user" ? [] : [{ role: "user", content: "(The conversation begins.)" }];
  return [{ role: "system", content: system }, ...opening, ...swapped];
}
