import { fillTemplate } from "../../checks/judges/prompt-template.ts";
import type { ChatMessageJson } from "../../checks/ports/model-calls.ts";
import type { Conversation } from "../../datapoints/traces/conversation.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Simulation } from "../simulation.ts";
import type { RunRow } from "../test-run.ts";
import type { Ask, AskReply } from "./ask.ts";
import type { FoundPlace } from "./places.ts";

/** A model that plays the user. */
export interface SpeakingDriver {
  speak(row: RunRow, conversation: Conversation, signal: AbortSignal): Promise<AskReply>;
}

interface Needs {
  readonly ask: Ask;
  readonly project: ProjectId;
  readonly simulation: Simulation;
  readonly at: Extract<FoundPlace, { kind: "found" }>;
}

const timeoutMs = 60_000;

export function createDriver({ ask, project, simulation, at }: Needs): SpeakingDriver {
  const { temperature } = simulation.driver;
  return {
    speak: (row, conversation, signal) =>
      ask(
        { project, at, messages: driverMessages(simulation, row, conversation), params: { temperature }, timeoutMs },
        signal,
      ),
  };
}

/** The conversation as the driver sees it: what the target said is said to it, what it said is its own. */
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
  const said = messages.map(({ role, content, toolCalls }) => ({
    role: role === "user" ? "assistant" : "user",
    content: content === "" && toolCalls ? "(The assistant is working on it.)" : content,
  }));
  // Providers want a dialog to begin with a message of the user.
  const opening = said[0]?.role === "user" ? [] : [{ role: "user", content: "(The conversation begins.)" }];
  return [{ role: "system", content: system }, ...opening, ...said];
}
