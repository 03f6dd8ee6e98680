import type { RecipientState } from "../accounts/index.ts";

/** Why a message to an address is not sent, as the delivery history shows it. */
export const heldBackReasons: Readonly<Record<RecipientState, string>> = {
  member: "",
  trusted: "",
  confirmed: "",
  no_access: "its recipient has no access to this project",
  waiting: "waiting for confirmation: its recipient has not opened the link in the confirmation email",
  expired: "its recipient has not confirmed within seven days: send the confirmation email again",
  unsubscribed: "its recipient ended emails of this account",
  unconfirmed: "its recipient got no confirmation email yet: send it",
};
