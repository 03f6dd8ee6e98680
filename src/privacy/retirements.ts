/** Dates from which models are no longer served, by name, from the providers' own deprecation pages. */
const retirements: Readonly<Record<string, string>> = {
  "text-davinci-003": "2024-01-04",
  "text-davinci-002": "2024-01-04",
  "text-embedding-ada-001": "2024-01-04",
  "gpt-3.5-turbo-0301": "2024-09-13",
  "gpt-3.5-turbo-0613": "2024-09-13",
  "gpt-3.5-turbo-16k-0613": "2024-09-13",
  "gpt-4-vision-preview": "2024-12-06",
  "gpt-4-1106-vision-preview": "2024-12-06",
  "gpt-4-32k": "2025-06-06",
  "gpt-4-32k-0613": "2025-06-06",
  "gpt-4-32k-0314": "2025-06-06",
  "gpt-4.5-preview": "2025-07-14",
  "o1-preview": "2025-07-28",
  "o1-mini": "2025-10-27",
  "claude-1": "2024-11-06",
  "claude-1.3": "2024-11-06",
  "claude-instant-1.1": "2024-11-06",
  "claude-instant-1.2": "2024-11-06",
  "claude-2.0": "2025-07-21",
  "claude-2.1": "2025-07-21",
  "claude-3-sonnet-20240229": "2025-07-21",
  "claude-3-5-sonnet-20240620": "2025-10-28",
  "claude-3-5-sonnet-20241022": "2025-10-28",
  "claude-3-opus-20240229": "2026-01-05",
  "gemini-1.0-pro": "2025-02-15",
  "gemini-1.0-pro-001": "2025-02-15",
  "gemini-1.0-pro-002": "2025-04-09",
  "gemini-1.5-pro-001": "2025-05-24",
  "gemini-1.5-flash-001": "2025-05-24",
  "gemini-1.5-pro-002": "2025-09-24",
  "gemini-1.5-flash-002": "2025-09-24",
  "gemini-1.5-pro": "2025-09-24",
  "gemini-1.5-flash": "2025-09-24",
};

const byName = new Map(Object.entries(retirements));

/** Returns the day (ISO) from which a model is no longer served; undefined if unknown. */
export function retirementOf(model: string): string | undefined {
  const name = model
    .slice(model.lastIndexOf("/") + 1)
    .toLowerCase()
    .replace(/^(?:[a-z]{2,6}\.)?anthropic\./, "")
    .replace(/(?:-v\d+)?:\d+$/, "");
  return byName.get(name);
}
