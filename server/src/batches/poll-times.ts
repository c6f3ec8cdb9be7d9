/** Polling interval of a running batch. */
export const followEveryMs = 60_000
