import type { Datapoint } from "../../datapoints/index.ts";
import { type GroupingField, groupingFields, type Monitor } from "../../monitors/index.ts";
import { type IssueId, issueId, type ProjectId } from "../../platform/ids.ts";

/** Returns the issue of a group of another issue: the same for findings that arrive and for those that are moved. */
export const groupedIssueId = (
  project: ProjectId,
  issue: IssueId,
  by: readonly GroupingField[],
  values: readonly string[],
): IssueId => issueId(project, ["by", issue, ...by.flatMap((field, index) => [field, values[index] ?? ""])]);

/** Returns fields in one order, each once. */
export const orderedFields = (by: readonly GroupingField[]): readonly GroupingField[] =>
  groupingFields.filter((field) => by.includes(field));

interface Grouped {
  readonly issueId: IssueId;
  /** The values of the fields by which it is grouped. */
  readonly values: readonly string[];
}

/** Returns the issue of a finding by the rules of the monitors that found it: theirs, then those of the issue. */
export function groupFinding(datapoint: Datapoint, issue: IssueId, monitors: readonly Monitor[]): Grouped {
  const groupings = monitors.flatMap(({ grouping }) => grouping ?? []);
  if (groupings.length === 0) return { issueId: issue, values: [] };
  const ofMonitors = applied(
    datapoint,
    { issueId: issue, values: [] },
    groupings.flatMap(({ by }) => by),
  );
  const rules = groupings.flatMap(({ issues }) => issues).filter((rule) => rule.issue === ofMonitors.issueId);
  return applied(
    datapoint,
    ofMonitors,
    rules.flatMap(({ by }) => by),
  );
}

function applied(datapoint: Datapoint, grouped: Grouped, fields: readonly GroupingField[]): Grouped {
  return groupedBy(datapoint.projectId, grouped, { fields, values: groupingValues(datapoint) });
}

interface Groups {
  readonly fields: readonly GroupingField[];
  readonly values: GroupingValues;
}

export type GroupingValues = Readonly<Record<GroupingField, string>>;

/** Returns the issue of a group of an issue by the values of these fields; the issue itself without fields. */
export function groupedBy(project: ProjectId, grouped: Grouped, { fields, values }: Groups): Grouped {
  const by = orderedFields(fields);
  if (by.length === 0) return grouped;
  const own = by.map((field) => values[field]);
  const id = groupedIssueId(project, grouped.issueId, by, own);
  return { issueId: id, values: [...grouped.values, ...own] };
}

/** Returns the values of a call by which issues can be grouped; "" for those that it lacks. */
export const groupingValues = (datapoint: Datapoint): GroupingValues => ({
  model: valueOf(datapoint, "model") ?? "",
  service: valueOf(datapoint, "service") ?? "",
  release: valueOf(datapoint, "release") ?? "",
  env: valueOf(datapoint, "env") ?? "",
  provider: valueOf(datapoint, "provider") ?? "",
});

function valueOf(datapoint: Datapoint, field: GroupingField): string | undefined {
  switch (field) {
    case "model":
      return datapoint.requestModel;
    case "env":
      return datapoint.environment;
    default:
      return datapoint[field];
  }
}

/** Returns a title that tells the groups of an issue apart. */
export function groupTitle(title: string, values: readonly string[]): string {
  const shown = values.map((value) => (value === "" ? "unknown" : value));
  return shown.length === 0 ? title : `${title} (${shown.join(", ")})`;
}
