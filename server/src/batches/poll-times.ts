/** How often a running batch is asked for. */
export const followEveryMs = 60_000
/** A process that dies with a batch in hand leaves it to others after this. */
export const claimMs = 900_000
