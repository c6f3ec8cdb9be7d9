/** Statuses (after the channel's own mapping) that another channel may answer better. */
const transient = new Set([408, 409, 425, 429])
/** The upstream refuses the gateway, not the request: another account may be accepted. */
const accountRefused = new Set([401, 402, 403, 404])

/** Whether a failed attempt may be followed by one on another channel. `null` = no answer at all. */
export const shouldTryAnother = (status: number | null): boolean =>
  status === null || status >= 500 || transient.has(status) || accountRefused.has(status)

/** Statuses of a proxy that got no whole answer in time from the host behind it. 520 and 524 are Cloudflare's. */
const unanswered = new Set([504, 520, 524])
/** Faults with which nothing was begun: not offered, or too busy. */
const notBegun = new Set([501, 503, 529])

/** Whether the host may have taken the request of an answer with this status: it was asked, and did not answer. */
export const mayBeTaken = (status: number): boolean => unanswered.has(status)

/** Whether a fault may have come after the work: nothing in the answer says that it was not begun. */
export const mayBeDone = (status: number): boolean => status >= 500 && !notBegun.has(status)
