import type { Dayjs } from 'dayjs'

/** What the clean-up offers first: one month before `now`, to the minute. */
export const cleanupTimeDefault = (now: Dayjs): Dayjs => now.subtract(1, 'month').startOf('minute')

/** As the server takes it: whole seconds since 1970. */
export const cleanupSeconds = (time: Dayjs): number => time.unix()
