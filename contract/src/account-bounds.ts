/** Apart from the shapes: pages that everyone loads need these names and no validation. */

export const usernameMax = 12
export const passwordMin = 8
export const passwordMax = 128
export const displayNameMax = 20

/** The values of a text about the length of a name or password. */
export const usernameBounds = { min: 1, max: usernameMax } as const

export const passwordBounds = { min: passwordMin, max: passwordMax } as const
