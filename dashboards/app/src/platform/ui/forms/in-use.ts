/**
 * Excludes calls of test runs from an application's statistics: those are started by hand in bulk and fail
 * on purpose.
 */
export const inUse = "-source:run";
