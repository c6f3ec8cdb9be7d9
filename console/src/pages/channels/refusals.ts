import { ApiError } from '../../lib/api-client.ts'

/** What the server says at a field, to the key of our own words for it in `refused`. */
const keys = {
  'private addresses are not allowed': 'privateAddress',
  'addresses of a metadata service are never called': 'metadataAddress',
  'link-local addresses are never called': 'linkLocal',
  'the address cannot be called': 'notCallable',
  'this type needs a base URL': 'needsBaseUrl',
  'the base URL is not a valid address': 'badUrl',
  'the base URL must begin with http or https': 'badUrl',
  'the base URL must not hold a name or password': 'urlWithPassword',
  'the base URL must not hold a #': 'urlWithHash',
  'the base URL must not hold a query': 'urlWithQuery',
  'the base URL must not hold {model} in its host': 'urlWithModelHost',
  'several keys in one channel need multi_key_mode': 'needsKeyMode',
  'must be an address beginning with http, https or socks5': 'badProxy',
  'proxy: must be an address beginning with http, https or socks5': 'badProxy',
  'proxy: private addresses are not allowed': 'privateAddress',
} as const

export type RefusalKey = (typeof keys)[keyof typeof keys]

const isKnown = (reason: string): reason is keyof typeof keys => Object.hasOwn(keys, reason)

/** `error` with what is wrong with each field in the person's language, and on the field that the form has for it. */
export function localiseRefusal(error: unknown, say: (key: RefusalKey) => string): unknown {
  if (!(error instanceof ApiError)) return error
  const fields = Object.entries(error.fields).map(([field, reason]) => [
    field === 'group' ? 'groups' : field,
    isKnown(reason) ? say(keys[reason]) : reason,
  ])
  return new ApiError(error.message, error.status, error.code, error.requestId, Object.fromEntries(fields))
}
