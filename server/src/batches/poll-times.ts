/** Polling interval of a running batch. */
export const followEveryMs = 60_000
/** Lifetime of a claim. After it another process takes over the batch. */
export const claimMs = 900_000
