/** The first of January in the visitor's time zone. */
export const isNewYear = (now: Date): boolean => now.getMonth() === 0 && now.getDate() === 1
