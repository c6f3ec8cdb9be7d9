import { ApiError } from '../../lib/api-client.ts'

/** What the server says at a field, to the key of our own words for it in `refused`. */
const keys = {
  'no group has this name': 'group',
  'the balance would leave the range that can be kept': 'balance',
} as const

export type RefusalKey = (typeof keys)[keyof typeof keys] | 'usernameTaken'

const isKnown = (reason: string): reason is keyof typeof keys => Object.hasOwn(keys, reason)

/** The limits of an account are one field of the form. */
const fieldOf = (field: string): string => field.replace(/^limits\..*/, 'limits')

/** `error` with its reasons at their fields, in the person's language; what is not known stays as it came. */
export function localiseRefusal(error: unknown, say: (key: RefusalKey) => string): unknown {
  if (!(error instanceof ApiError)) return error
  const known = error.code === 'username_taken' ? { username: say('usernameTaken') } : {}
  const fields = Object.entries(error.fields).map(([field, reason]) => [
    fieldOf(field),
    isKnown(reason) ? say(keys[reason]) : reason,
  ])
  const all = { ...known, ...Object.fromEntries(fields) }
  return new ApiError(error.message, error.status, error.code, error.requestId, all)
}
