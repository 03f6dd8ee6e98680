import type { Page, PageRequest } from "../../datapoints/ports/datapoint-reader.ts";
import type { Query } from "../../datapoints/query/ast.ts";
import type { RejectedRequest } from "../../ingest/rejected-request.ts";
import type { Issue, IssueKind, IssueState } from "../../issues/issue.ts";
import type { IssueActivity, IssueChange } from "../../issues/issue-change.ts";
import type { Monitor } from "../../monitors/monitor.ts";
import type { MonitorChange, ToldHealth } from "../../monitors/monitor-change.ts";
import type { AccountId, IssueId, MonitorId, ProjectId, ScenarioSetId } from "../../platform/ids.ts";
import type { Project, Token } from "../../server/access.ts";

/**
 * Records: what people set and what must never be half-written. Every call is one transaction, on disk when it
 * resolves; it throws Failure("dependency") with facts {reason: "unreachable"} when the database does not answer.
 * Lists without a page are short by nature.
 */
export interface ProjectStore {
  list(account: AccountId): Promise<readonly Project[]>;
  get(id: ProjectId): Promise<Project | undefined>;
  /** False when the account has a project of that name: nothing is written then. The account is made when missing. */
  add(project: Project, monitors: readonly Monitor[]): Promise<boolean>;
  /** Name, language, archived or not. `taken`: the account has another project of that name. */
  replace(project: Project): Promise<"done" | "missing" | "taken">;
}

export interface TokenStore {
  /** False when there is a token of that secret already: nothing is written then. */
  add(token: Token, sha256: string): Promise<boolean>;
  /** By the SHA-256 of the secret; revoked and expired ones too, and those of archived projects. */
  find(sha256: string): Promise<Token | undefined>;
  list(account: AccountId): Promise<readonly Token[]>;
  /** False when the account has no such token. Revoking twice keeps the first time. */
  revoke(account: AccountId, id: string, at: number): Promise<boolean>;
  /** Last use moves forward only. */
  touch(id: string, at: number): Promise<void>;
}

export interface MonitorStore {
  /** Oldest first. */
  list(project: ProjectId): Promise<readonly Monitor[]>;
  /** The same order, page by page. */
  page(project: ProjectId, page: PageRequest): Promise<Page<Monitor>>;
  get(project: ProjectId, id: MonitorId): Promise<Monitor | undefined>;
  add(monitor: Monitor): Promise<void>;
  /** Replaces the monitor whose revision is one less; false when somebody else was faster or it is gone. */
  replace(monitor: Monitor): Promise<boolean>;
  remove(project: ProjectId, id: MonitorId): Promise<boolean>;
}

/** For station 4, which watches all projects at once. */
export interface MonitorFeed {
  /** The enabled monitors of every project in use, or of those among the named ones. */
  enabled(projects?: readonly ProjectId[]): Promise<readonly Monitor[]>;
}

/** What people were told of monitors themselves: that they do not work, or work again. */
export interface MonitorHealthStore {
  /** Of every monitor that people were told of. */
  told(): Promise<ReadonlyMap<MonitorId, ToldHealth>>;
  /**
   * Writes what is decided and its messages in one transaction. Such changes of one project wait for each other, so any
   * number of replicas may decide: the later one sees what the earlier told.
   */
  tell(
    project: ProjectId,
    decide: (told: ReadonlyMap<MonitorId, ToldHealth>) => readonly MonitorChange[],
  ): Promise<readonly MonitorChange[]>;
}

/** Newest first by that. */
export const issueSorts = ["last_seen", "first_seen", "number"] as const;
export type IssueSort = (typeof issueSorts)[number];

export interface IssueFilter {
  readonly states?: readonly IssueState[];
  readonly kinds?: readonly IssueKind[];
  /** In the fields of issues; what it cannot ask is thrown as Failure("caller"). */
  readonly query?: Query;
  /** Whom `is:mine` means. */
  readonly me?: string;
}

export interface IssueStore {
  /** Most recently seen first unless told. Issues that are merged into another one are left out. */
  list(
    project: ProjectId,
    filter: IssueFilter & { readonly sort?: IssueSort },
    page: PageRequest,
  ): Promise<Page<Issue>>;
  /** By id or by number; one that is merged into another says so. */
  get(project: ProjectId, key: IssueId | number): Promise<Issue | undefined>;
  /**
   * Reads the issues, with those merged into them or that they are merged into, lets `decide` say what happens to them, and writes that with its history, all in one
   * transaction; two of them for one project never run at once. `nextNumber` is free for the first new issue, the
   * following ones for the rest. `decide` is pure and may be called again. What people are told of the changes is put
   * into the outbox by the same transaction, so nobody can change an issue and forget to tell.
   */
  change(
    project: ProjectId,
    ids: readonly IssueId[],
    decide: (known: ReadonlyMap<IssueId, Issue>, nextNumber: number) => readonly IssueChange[],
  ): Promise<readonly IssueChange[]>;
  /** What is merged into each of these. */
  merged(project: ProjectId, ids: readonly IssueId[]): Promise<ReadonlyMap<IssueId, readonly Issue[]>>;
  /** Oldest first, at most 500. */
  activity(project: ProjectId, id: IssueId): Promise<readonly IssueActivity[]>;
}

/** For what changes issues as time passes, in all projects at once. */
export interface IssueWatch {
  /** Ignored issues whose time is up. */
  waking(now: number): Promise<readonly Pick<Issue, "id" | "projectId">[]>;
  /** Issues that wait for a good test run over this set. */
  awaiting(project: ProjectId, set: ScenarioSetId): Promise<readonly IssueId[]>;
  /** Open and acknowledged issues seen since then, and all that are spiking: at most 2,000, newest first. */
  lively(since: number): Promise<readonly Issue[]>;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Writes that a client may repeat under the same key (draft-ietf-httpapi-idempotency-key-header). Kept 24 hours. */
export interface IdempotencyStore {
  /** Claims the key, or says what became of it: still running, used for another request, or answered. */
  claim(claim: {
    readonly projectId: ProjectId;
    readonly key: string;
    readonly requestHash: string;
    readonly at: number;
  }): Promise<"claimed" | "running" | "other_request" | Answer>;
  answer(projectId: ProjectId, key: string, answer: Answer): Promise<void>;
  /** Frees a key whose request failed, so that it may be tried again. */
  release(projectId: ProjectId, key: string): Promise<void>;
}

/** The last requests that replicas rejected: of each project, and of nobody (no token of ours was with them). */
export interface RejectedRequestStore {
  /** Adds to what is known, equal ones as one, counted; then all but the newest `atMost` of a project, and what is older than `since`, go. */
  add(
    found: ReadonlyMap<ProjectId | undefined, readonly RejectedRequest[]>,
    kept: { readonly atMost: number; readonly since: number },
  ): Promise<void>;
  /** Newest first. */
  list(project: ProjectId | undefined): Promise<readonly RejectedRequest[]>;
}

/** Processes that share these records. */
export interface Replicas {
  /** Says that this one lives, and returns how many said so within `aliveMs`. `at` in Unix milliseconds. */
  beat(name: string, at: number, aliveMs: number): Promise<number>;
}
