/** Statuses (after the channel's own mapping) that another channel may answer better. */
const transient = new Set([408, 409, 425, 429])
/** The upstream refuses the gateway, not the request: another account may be accepted. */
const accountRefused = new Set([401, 402, 403, 404])

/** Whether a failed attempt may be followed by one on another channel. `null` = no answer at all. */
export const shouldTryAnother = (status: number | null): boolean =>
  status === null || status >= 500 || transient.has(status) || accountRefused.has(status)
