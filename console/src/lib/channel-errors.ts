interface CallCounts {
  calls: number
  errors: number
}

/** A channel with at least this share of failed calls is shown as failing. */
const failingShare = 0.5

/** Whether at least half of the calls fail. */
export const isMostlyFailing = ({ calls, errors }: CallCounts): boolean => errors > 0 && errors >= calls * failingShare

/** 0 to 1; null = no calls. A call may begin before the window that its error is counted in, hence the bound. */
export const errorShareOf = ({ calls, errors }: CallCounts): number | null =>
  calls === 0 ? null : Math.min(1, errors / calls)
