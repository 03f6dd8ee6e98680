import { digest } from "../platform/crypto/digest.ts";
import { asMonitorId, type MonitorId, type ProjectId } from "../platform/ids.ts";
import type { Monitor } from "./monitor.ts";

export type MonitorTemplate = Pick<Monitor, "name" | "condition" | "sampleRate" | "checks" | "notifications"> & {
  /** Stable name of the template; the id of the project's copy is derived from it. */
  readonly key: string;
  readonly description: string;
};

const common = { condition: "", sampleRate: 1, notifications: [] } as const;

/** Monitors of every new project. */
export const defaultMonitors: readonly MonitorTemplate[] = [
  {
    ...common,
    key: "errors",
    name: "Errors",
    description: "Calls that failed, and streams that broke off",
    checks: [
      { check: "provider_error", options: {} },
      { check: "stream_incomplete", options: {}, severity: "major" },
    ],
  },
  {
    ...common,
    key: "steps",
    name: "Failed tools and agents",
    description: "Tools, agents, retrievals and other steps of a trace that ended in an exception or an error",
    condition: "has:failed_step",
    checks: [{ check: "step_failed", options: {} }],
  },
  {
    ...common,
    key: "settings",
    name: "Settings out of bounds",
    description:
      "Calls with a temperature, top-p or penalty that no provider means to take, however the source names it",
    // Narrow, so that other calls cost nothing.
    condition: [
      "temperature:>2 OR temperature:<0 OR top_p:>1 OR top_p:<0",
      "presence_penalty:>2 OR presence_penalty:<-2 OR frequency_penalty:>2 OR frequency_penalty:<-2",
    ].join(" OR "),
    checks: [{ check: "sampling_params_in_policy", options: { temperature: [0, 2] }, severity: "major" }],
  },
  {
    ...common,
    key: "refusals",
    name: "Refusals",
    description: "Answers in which the model declines",
    checks: [{ check: "model_refusal", options: {}, severity: "major" }],
  },
  {
    ...common,
    key: "tool-calls",
    name: "Broken tool calls",
    description: "Calls of tools that do not exist, or with arguments their schema refuses",
    condition: "has:tool_calls",
    checks: [
      { check: "are_tool_arguments_parseable", options: {}, severity: "critical" },
      { check: "is_called_tool_declared", options: {}, severity: "critical" },
      { check: "is_tool_call_schema_valid", options: {}, severity: "critical" },
    ],
  },
  {
    ...common,
    key: "empty-or-truncated",
    name: "Empty or truncated answers",
    description: "Answers without content, and answers that the token limit cut off",
    checks: [
      { check: "empty_output", options: {}, severity: "critical" },
      { check: "output_truncated", options: {}, severity: "major" },
    ],
  },
  {
    ...common,
    key: "secrets",
    name: "Leaked secrets",
    description: "Keys, tokens and passwords in prompts, answers and tool calls",
    checks: [
      { check: "secret_cloud_credentials", options: {}, severity: "critical" },
      { check: "secret_ai_provider_key", options: {}, severity: "critical" },
      { check: "secret_vcs_ci_token", options: {}, severity: "critical" },
      { check: "secret_private_key", options: {}, severity: "critical" },
      { check: "secret_connection_string", options: {}, severity: "critical" },
    ],
  },
];

export const defaultMonitorId = (projectId: ProjectId, key: string): MonitorId =>
  asMonitorId(digest("monitor", projectId, key));

/** Returns the default monitors of a new project. */
export function defaultMonitorsOf(projectId: ProjectId, createdAt: number): readonly Monitor[] {
  return defaultMonitors.map(({ key, ...template }) => ({
    ...template,
    id: defaultMonitorId(projectId, key),
    projectId,
    enabled: true,
    revision: 1,
    createdAt,
    updatedAt: createdAt,
  }));
}
