/** The API token issued at sign-up: shown on the home page until the page is left, and never stored. */
let given: string | undefined;

export const freshToken = {
  get: (): string | undefined => given,
  set: (secret: string | undefined): void => {
    given = secret;
  },
};
