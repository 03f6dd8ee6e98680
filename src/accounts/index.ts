export type { AccountEmail } from "./emails/account-email.ts";
export type { AccountMail } from "./ports/account-mail.ts";
export type { UserStore } from "./ports/accounts.ts";
export type { ProjectStore } from "./ports/projects.ts";
export type { Authenticate } from "./sign-in/authenticate.ts";
export type { AuthenticationService } from "./sign-in/authentication-service.ts";
export type { SignedUp } from "./sign-in/sign-up.ts";
