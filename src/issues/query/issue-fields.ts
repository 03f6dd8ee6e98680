import { errorTypes } from "../../datapoints/errors/error-types.ts";
import { issueKinds } from "../../datapoints/issue-kind.ts";
import { type FieldSet, field, plain } from "../../datapoints/query/field.ts";
import { severities } from "../../datapoints/severity.ts";
import { issueStates } from "../issue-state.ts";

/** Query fields of issues. */
export const issueFields: FieldSet = [
  field("id", "id", "Id of the issue.", { aliases: ["issue"] }),
  field("number", "number", "Short number of the issue.", { unit: "plain" }),
  field("is", "enum", "What holds of the issue.", {
    values: { ...plain(issueStates, { acknowledged: ["ack"] }), regressed: [], spiking: [], mine: [], unassigned: [] },
  }),
  field("state", "enum", "State that people set.", { values: plain(issueStates, { acknowledged: ["ack"] }) }),
  field("kind", "enum", "Unwanted behavior or an error.", { values: plain(issueKinds, { behavior: ["behavior"] }) }),
  field("severity", "enum", "Severity.", { values: plain(severities) }),
  field("check", "name", "Check that found it."),
  field("error.type", "enum", "Type of the error.", { values: plain(errorTypes) }),
  field("monitor", "id", "Id of the monitor."),
  field("assignee", "id", "Who works on it.", { aliases: ["assigned"] }),
  field("title", "text", "Title.", { aliases: ["name"] }),
  field("explanation", "text", "Why it was raised."),
  field("release", "name", "Release of its earliest call.", { aliases: ["first_release"] }),
  field("first", "time", "When it was first seen.", { aliases: ["first_seen"] }),
  field("last", "time", "When it was last seen.", { aliases: ["last_seen"] }),
  field("has", "field", "The field is known: has:assignee."),
];
