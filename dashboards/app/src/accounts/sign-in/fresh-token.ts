/** The API token that was given at sign-up: shown on the home page until the page is left. Kept nowhere. */
let given: string | undefined;

export const freshToken = {
  get: (): string | undefined => given,
  set: (secret: string | undefined): void => {
    given = secret;
  },
};
