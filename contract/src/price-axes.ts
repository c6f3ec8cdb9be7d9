/** Names of days in rules; index 0 is Sunday. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof weekdays)[number]

/** How a maker may serve a call, apart from its tokens. */
export const servedAxes = ['tier', 'speed', 'geo'] as const
export type ServedAxis = (typeof servedAxes)[number]

/**
 * What a call makes, where makers charge by it: `1024x1024`; `hd`; `1080p`; sound `on` or `off`; from an `image` or a
 * `video`.
 */
export const madeAxes = ['size', 'quality', 'resolution', 'sound', 'source'] as const
export type MadeAxis = (typeof madeAxes)[number]

/** All properties of a call that conditions can name. */
export const namedAxes = [...servedAxes, ...madeAxes] as const
export type NamedAxis = (typeof namedAxes)[number]

/** The names of a condition as a list. */
export const namesOf = (names: string | readonly string[]): readonly string[] =>
  typeof names === 'string' ? [names] : names
