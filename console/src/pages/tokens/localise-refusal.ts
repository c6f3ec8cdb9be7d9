import { ApiError } from '../../lib/api-client.ts'

/** Sentences for what the server can object to in a token. `line` is 0 when it cannot be told. */
export interface RefusalTexts {
  addressInvalid(address: string, line: number): string
  groupRefused(group: string): string
  expiryPast(): string
  expiredFirst(): string
  quotaFirst(): string
  tooMany(max: string): string
}

const lineOf = (text: string, address: string): number =>
  text.split('\n').findIndex((line) => line.split(',').some((part) => part.trim().startsWith(address))) + 1

/** The person's language for a reason; undefined when it is one that is not known here. */
function sentenceOf(reason: string, allowedIps: string, texts: RefusalTexts): string | undefined {
  const address = /^"(.*)" is neither an address nor a range$/.exec(reason)?.[1]
  if (address !== undefined) return texts.addressInvalid(address, lineOf(allowedIps, address))
  const group = /^the group (.*) may not be used$/.exec(reason)?.[1]
  if (group !== undefined) return texts.groupRefused(group)
  const max = /^at most (\d+) tokens an account$/.exec(reason)?.[1]
  if (max !== undefined) return texts.tooMany(max)
  if (reason === 'the expiry is in the past') return texts.expiryPast()
  if (reason === 'the token has expired, change its expiry first') return texts.expiredFirst()
  if (reason === 'the token has no quota left, raise it first') return texts.quotaFirst()
  return undefined
}

/** `error` with its reasons in the person's language, at their fields; what is not known stays as it came. */
export function localiseRefusal(error: unknown, allowedIps: string, texts: RefusalTexts): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_parameters') return error
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, reason]) => [
      name,
      sentenceOf(reason, allowedIps, texts) ?? reason,
    ]),
  )
  const reason = /\bat most \d+ tokens an account/.exec(error.message)?.[0]
  const message =
    Object.values(fields)[0] ??
    (reason === undefined ? undefined : sentenceOf(reason, allowedIps, texts)) ??
    error.message
  return new ApiError(message, error.status, error.code, error.requestId, fields)
}
