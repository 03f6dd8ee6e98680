export {
  LinkInspection,
  LinkShown,
  LinkUse,
  Mailed,
  Me,
  PasswordReset,
  ResetRequest,
  SignedUp as SignedUpJson,
  SignIn,
  SignUp,
  User,
} from "./contract/account.ts";
export { SsoFinish, SsoFinished, SsoStart, SsoStarted } from "./contract/single-sign-on.ts";
export { mayReceive, recipientStates } from "./recipients/recipient.ts";
export { addRecipientPages } from "./recipients/recipient-pages.ts";
export { reaches } from "./records/users.ts";
export { projectJson, userJson } from "./routes/account-json.ts";
export { presentedToken } from "./sign-in/credentials.ts";
export { hintOf } from "./sign-in/secret.ts";
