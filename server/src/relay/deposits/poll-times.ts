import { dayMs } from '@sluice/contract/durations'
/** Lifetime of a claim of a process that is stuck. One that ends loses its claims with its epoch. */
export const claimMs = 900_000
/** After this time, work whose end is unknown is closed. */
export const giveUpMs = 3 * dayMs
