import { apiKeyMark, type HeaderChange, mayPass } from '@sluice/contract/header-override'

/** The values of the placeholders of an override. */
export interface HeaderValues {
  /** The key in use, or the token that it was exchanged for. */
  key: string
  /** Null for calls that the gateway makes itself. */
  clientHeaders: Headers | null
}

/** The headers of a call to an upstream with the changes of the channel's override. Changed names are in lower case. */
export function withHeaderChanges(
  headers: Record<string, string>,
  changes: readonly HeaderChange[],
  { key, clientHeaders }: HeaderValues,
): Record<string, string> {
  if (changes.length === 0) return headers
  const changed = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  for (const change of changes) {
    if (change.kind === 'set')
      changed.set(
        change.name,
        change.value.replaceAll(apiKeyMark, () => key),
      )
    else if (change.kind === 'remove') changed.delete(change.name)
    else if (change.kind === 'copy') {
      const value = clientHeaders?.get(change.from) ?? null
      if (value === null) changed.delete(change.name)
      else changed.set(change.name, value)
    } else for (const [name, value] of passed(change.pattern, clientHeaders)) changed.set(name, value)
  }
  return Object.fromEntries(changed)
}

/** Longer names from a client are not matched against a pattern of the operator. */
const nameMax = 64

function passed(pattern: string | null, headers: Headers | null): [string, string][] {
  if (headers === null) return []
  const matcher = pattern === null ? null : new RegExp(pattern, 'iu')
  return [...headers].filter(
    ([name]) => name.length <= nameMax && mayPass(name) && (matcher === null || matcher.test(name)),
  )
}
