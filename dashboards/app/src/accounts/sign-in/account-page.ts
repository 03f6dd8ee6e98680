/** Props of every page outside the app. */
export interface AccountPageProps {
  /**
   * Called after a sign-in, with the new API token if one was created; the app continues to the requested
   * page.
   */
  readonly onIn: (token?: string) => void;
}
