import { z } from "zod";
import type { SealedBox } from "../platform/crypto/sealed-box.ts";
import { Failure } from "../platform/failure.ts";
import { asProjectId } from "../platform/ids.ts";
import { type MuteRequest, muteScopes } from "./mute.ts";

const boundTo = "mute link";

const Sealed = z.tuple([z.string(), z.string(), z.enum(muteScopes), z.string(), z.string()]);

/**
 * Creates unsubscribe links. They are sealed by the service's key, so nobody can forge one for another
 * address, and need no sign-in (RFC 8058). They never expire, so that the link in an old email still works.
 */
export function createMuteLinks(box: Pick<SealedBox, "seal" | "open">) {
  return {
    tokenOf: ({ projectId, recipient, scope, subjectId, subjectName }: MuteRequest): string =>
      box.seal(JSON.stringify([projectId, recipient, scope, subjectId, subjectName]), boundTo),

    /** Returns undefined for a token that Gaffe did not create. */
    read(token: string): MuteRequest | undefined {
      try {
        const [projectId, recipient, scope, subjectId, subjectName] = Sealed.parse(
          JSON.parse(box.open(token, boundTo)),
        );
        return { projectId: asProjectId(projectId), recipient, scope, subjectId, subjectName };
      } catch (thrown) {
        if (thrown instanceof Failure || thrown instanceof z.ZodError || thrown instanceof SyntaxError)
          return undefined;
        throw thrown;
      }
    },
  };
}

export type MuteLinks = ReturnType<typeof createMuteLinks>;
