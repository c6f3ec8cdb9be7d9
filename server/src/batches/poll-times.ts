/** Polling interval of a running batch. */
export const followEveryMs = 60_000
/** Lifetime of a claim of a process that is stuck. One that ends loses its claims with its epoch. */
export const claimMs = 900_000
