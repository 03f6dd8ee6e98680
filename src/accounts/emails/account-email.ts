import { unreachable } from "../../platform/http/unreachable.ts";
import type { Role } from "../../server/index.ts";

/** Why an account email is sent. */
export type AccountEmailReason =
  | { readonly kind: "invitation"; readonly role: Role; readonly invitedBy: string }
  | { readonly kind: "sign_up" }
  /** A sign-up with an address that already has an account. */
  | { readonly kind: "known" }
  | { readonly kind: "reset" }
  | {
      readonly kind: "confirmation";
      readonly requestedBy: string;
      readonly about: string;
      /** Ends such emails for good. */
      readonly declineUrl: string;
    };

/** An email to one person before layout: plain text throughout, to be escaped. */
export interface AccountEmail {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly text: string; readonly url: string };
  readonly foot: string;
  /** Declines this and later emails by a POST without a sign-in (RFC 8058). */
  readonly declineUrl?: string;
}

const notYou = "If you did not request this, you can ignore this email.";

export function accountEmailOf(reason: AccountEmailReason, url: string): AccountEmail {
  switch (reason.kind) {
    case "invitation":
      return {
        subject: `${reason.invitedBy} invites you to Gaffe`,
        paragraphs: [
          `${reason.invitedBy} invites you to their Gaffe account, as ${aRole[reason.role]}.`,
          "Gaffe reports what goes wrong in applications that call language models.",
        ],
        button: { text: "Join", url },
        foot: `The link is valid for seven days and works once. ${notYou}`,
      };
    case "sign_up":
      return {
        subject: "Confirm your address to sign up to Gaffe",
        paragraphs: ["A person, most likely you, wants to sign up to Gaffe with this address."],
        button: { text: "Choose a password", url },
        foot: `The link is valid for one day and works once. ${notYou}`,
      };
    case "known":
      return {
        subject: "You have a Gaffe account already",
        paragraphs: [
          "A person, most likely you, wants to sign up to Gaffe with this address. It already has an account: sign in, or set a new password there.",
        ],
        button: { text: "Sign in", url },
        foot: notYou,
      };
    case "reset":
      return {
        subject: "Set a new password for Gaffe",
        paragraphs: ["A person, most likely you, wants to set a new password for the Gaffe account of this address."],
        button: { text: "Set a new password", url },
        foot: `The link is valid for one hour and works once. ${notYou} Your password stays what it is.`,
      };
    case "confirmation":
      return {
        subject: "Confirm that Gaffe may email you",
        paragraphs: [
          `${reason.requestedBy} wants Gaffe to send notifications about ${plainName(reason.about)} to this address.`,
          "Gaffe reports what goes wrong in applications that call language models. Until you confirm, it sends you nothing else.",
        ],
        button: { text: "Confirm", url },
        foot: `The link is valid for seven days. If you did not expect this email, you can ignore it.`,
        declineUrl: reason.declineUrl,
      };
    default:
      return unreachable(reason);
  }
}

/** Names are chosen by people of the account: here they can contain neither a link nor a message. */
const plainName = (name: string): string => {
  const plain = name.replace(/[^\p{L}\p{N} _-]+/gu, " ").trim();
  return plain.length > 40 ? `${plain.slice(0, 40)}…` : plain;
};

const aRole: Readonly<Record<Role, string>> = { viewer: "a viewer", member: "a member", admin: "an admin" };
