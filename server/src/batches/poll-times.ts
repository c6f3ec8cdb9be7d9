/** Polling interval of a running batch. */
export const followEveryMs = 60_000
/** Lifetime of a claim: after it another process takes over the batch of one that died. */
export const claimMs = 900_000
