/** The last second of the year 9999: later times do not fit the dates that clients show. */
export const lastSecond = 253_402_300_799
