/** Absolute path of the checkout, with a slash at its end. */
export const root: string
export function bunPath(): string | null
