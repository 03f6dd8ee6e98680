import { SecondFactorPage } from "../second-factor/second-factor-page.tsx";
import type { AccountPage } from "./arrival.ts";
import type { AccountPageProps } from "./frame.tsx";
import { JoinPage, ResetPage } from "./mailed-links.tsx";
import { SignInPage } from "./sign-in.tsx";
import { SignUpPage } from "./sign-up.tsx";
import { SsoPage } from "./sso.tsx";

const pages = {
  "/sign-in": SignInPage,
  "/sign-up": SignUpPage,
  "/reset": ResetPage,
  "/join": JoinPage,
  "/second-factor": SecondFactorPage,
  "/sso": SsoPage,
} as const;

export default function AccountPages({ page, onIn }: AccountPageProps & { readonly page: AccountPage }) {
  const Page = pages[page];
  return <Page onIn={onIn} />;
}
