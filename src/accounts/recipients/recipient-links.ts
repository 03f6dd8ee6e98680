import { z } from "zod";
import type { SealedBox } from "../../platform/crypto/sealed-box.ts";
import { Failure } from "../../platform/failure.ts";
import { asAccountId } from "../../platform/ids.ts";

const boundTo = "recipient link";

const Sealed = z.tuple([z.enum(["confirm", "unsubscribe"]), z.string(), z.string(), z.int()]);

/**
 * Creates the links by which the owner of an address answers. They are sealed by the service's key and need no sign-in.
 * A link to confirm belongs to one request; a link to unsubscribe never expires, so that it works in an old email.
 */
export function createRecipientLinks(box: Pick<SealedBox, "seal" | "open">) {
  return {
    tokenOf: ({ kind, accountId, address, requestedAt }: RecipientLink): string =>
      box.seal(JSON.stringify([kind, accountId, address, requestedAt]), boundTo),

    /** Returns undefined for a token that Gaffe did not create. */
    read(token: string): RecipientLink | undefined {
      try {
        const [kind, accountId, address, requestedAt] = Sealed.parse(JSON.parse(box.open(token, boundTo)));
        return { kind, accountId: asAccountId(accountId), address, requestedAt };
      } catch (thrown) {
        if (thrown instanceof Failure || thrown instanceof z.ZodError || thrown instanceof SyntaxError)
          return undefined;
        throw thrown;
      }
    },
  };
}

export interface RecipientLink {
  readonly kind: "confirm" | "unsubscribe";
  readonly accountId: ReturnType<typeof asAccountId>;
  readonly address: string;
  /** Unix milliseconds; 0 in a link to unsubscribe. */
  readonly requestedAt: number;
}
