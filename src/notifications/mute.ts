import { digest } from "../platform/crypto/digest.ts";
import type { IssueId, MonitorId, ProjectId } from "../platform/ids.ts";

/** What a recipient muted: everything, a monitor's issues, or one issue. */
export const muteScopes = ["project", "monitor", "issue"] as const;
export type MuteScope = (typeof muteScopes)[number];

/** An email address that gets no notifications about a subject, at its owner's request. */
export interface Mute {
  /** Derived from project, recipient and subject, so muting twice changes nothing. */
  readonly id: string;
  readonly projectId: ProjectId;
  readonly recipient: string;
  readonly scope: MuteScope;
  /** Id of the project, monitor or issue; it may have been deleted. */
  readonly subjectId: string;
  /** Its name when it was muted. */
  readonly subjectName: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** The mute that a link in a message requests. */
export type MuteRequest = Omit<Mute, "id" | "createdAt">;

export function muteOf(request: MuteRequest, createdAt: number): Mute {
  const recipient = request.recipient.toLowerCase();
  const { projectId, scope, subjectId } = request;
  return { ...request, recipient, createdAt, id: digest("mute", projectId, recipient, scope, subjectId) };
}

export function isMuted(
  mutes: readonly Pick<Mute, "recipient" | "scope" | "subjectId">[],
  recipient: string,
  { monitorId, issueId }: { readonly monitorId: MonitorId; readonly issueId?: IssueId },
): boolean {
  const address = recipient.toLowerCase();
  const subjects: Readonly<Record<Exclude<MuteScope, "project">, string | undefined>> = {
    monitor: monitorId,
    issue: issueId,
  };
  return mutes.some(
    ({ recipient: muted, scope, subjectId }) =>
      muted === address && (scope === "project" || subjectId === subjects[scope]),
  );
}
