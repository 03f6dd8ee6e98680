/** What an application does: tries of test runs are made by hand, many at once, and fail on purpose. */
export const inUse = "-source:run";
