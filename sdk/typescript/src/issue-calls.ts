import type * as api from "../../../packages/api-client/src/api.ts";
import { DatapointCalls } from "./datapoint-calls.ts";
import { type OptionNames, refuseUnknown } from "./options.ts";

/** Finds issues, and changes their state, assignee and links. An issue is given as read, by id or by number. */
export class IssueCalls extends DatapointCalls {
  /** Returns issues that match: by default all open ones, at most `limit` (default 50). */
  async findIssues(wanted: FindIssues = {}): Promise<readonly api.Issue[]> {
    refuseUnknown("findIssues", wanted, findNames);
    const { limit = 50, ...query } = wanted;
    return (await this.api.list("GET /issues", { query }, limit)).items;
  }

  /** Returns an issue with its explanation, advice and history. */
  async getIssue(issue: IssueReference): Promise<api.IssueDetail> {
    return this.api.send("GET /issues/{id}", issuePath(issue));
  }

  /** Changes state, assignee, note or links; fields that are left out stay. */
  async updateIssue(issue: IssueReference, change: api.IssueRequest): Promise<api.IssueDetail> {
    return this.write("PATCH /issues/{id}", { ...issuePath(issue), body: change });
  }

  /** Returns the occurrences of an issue, newest first: at most `limit` (default 50). */
  async getIssueOccurrences(issue: IssueReference, limit = 50): Promise<readonly api.Occurrence[]> {
    return (await this.api.list("GET /issues/{id}/occurrences", issuePath(issue), limit)).items;
  }

  /** Returns issues that are about the same, most similar first. */
  async getSimilarIssues(issue: IssueReference): Promise<api.SimilarIssues> {
    return this.api.send("GET /issues/{id}/similar", issuePath(issue));
  }
}

type Query = NonNullable<api.Operations["GET /issues"]["query"]>;
export type FindIssues = Omit<Query, "cursor">;
export type IssueReference = { readonly id: string } | string | number;

const findNames: OptionNames<FindIssues> = { state: true, kind: true, q: true, sort: true, limit: true };

const issuePath = (issue: IssueReference) => ({ path: { id: typeof issue === "object" ? issue.id : `${issue}` } });
