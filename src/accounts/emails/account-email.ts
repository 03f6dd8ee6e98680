import { unreachable } from "../../platform/http/unreachable.ts";
import type { Role } from "../../server/index.ts";

/** Why an account email is sent. */
export type AccountEmailReason =
  | { readonly kind: "invitation"; readonly role: Role; readonly invitedBy: string }
  | { readonly kind: "sign_up" }
  /** A sign-up with an address that already has an account. */
  | { readonly kind: "known" }
  | { readonly kind: "reset" };

/** An email to one person before layout: plain text throughout, to be escaped. */
export interface AccountEmail {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly text: string; readonly url: string };
  readonly foot: string;
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
    default:
      return unreachable(reason);
  }
}

const aRole: Readonly<Record<Role, string>> = { viewer: "a viewer", member: "a member", admin: "an admin" };
