/** Excludes calls of test runs from statistics: those are started in bulk and fail on purpose. */
export const inUse = "-source:run";
