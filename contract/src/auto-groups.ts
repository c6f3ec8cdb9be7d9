import { z } from 'zod'

const names = z.array(z.string()).min(1)

/**
 * The groups of a stored token in order; null = as the operator orders them. Throws if `formatAutoGroups` did not write
 * the text.
 */
export const parseAutoGroups = (text: string | null): string[] | null =>
  text === null || text === '' ? null : names.parse(JSON.parse(text))

/** The text to store; null without groups. */
export const formatAutoGroups = (groups: readonly string[] | null): string | null =>
  groups === null || groups.length === 0 ? null : JSON.stringify(groups)
