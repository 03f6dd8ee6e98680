/** What every page outside the app is given. */
export interface AccountPageProps {
  /** Somebody is in, with a new API token or without: the app goes on where they wanted to. */
  readonly onIn: (token?: string) => void;
}
