export const issueStates = ["open", "acknowledged", "resolved", "ignored"] as const;
export type IssueState = (typeof issueStates)[number];
