import type { Dayjs } from 'dayjs'

/** The default time of the clean-up: one month before `now`, to the minute. */
export const cleanupTimeDefault = (now: Dayjs): Dayjs => now.subtract(1, 'month').startOf('minute')

/** In the server's unit: whole seconds since 1970. */
export const cleanupSeconds = (time: Dayjs): number => time.unix()
