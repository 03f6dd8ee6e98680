export const issueKinds = ["behavior", "error"] as const;

export type IssueKind = (typeof issueKinds)[number];
