import { makeReason, type Reason, reasonAt } from './error-reasons.ts'
import type { JsonRecord } from './read-json.ts'

/** Why requested model → upstream's model is refused, at its first wrong entry; null = it is valid. */
export function objectionToModelMapping(mapping: JsonRecord): Reason | null {
  const names = new Map<string, string>()
  for (const [name, sent] of Object.entries(mapping)) {
    if (typeof sent !== 'string') return reasonAt(name, makeReason('mustBeText'))
    names.set(name, sent)
  }
  const inCycle = findInCycle(names)
  return inCycle === null ? null : reasonAt(inCycle, makeReason('mappingCycle'))
}

/** A name that further mappings lead back to: calls for it would fail. A name may be mapped to itself. */
function findInCycle(names: ReadonlyMap<string, string>): string | null {
  const ended = new Set<string>()
  for (const start of names.keys()) {
    const chain = new Set<string>()
    let name: string | undefined = start
    while (name !== undefined && !ended.has(name)) {
      if (chain.has(name)) return name
      chain.add(name)
      const sent: string | undefined = names.get(name)
      name = sent === name ? undefined : sent
    }
    for (const one of chain) ended.add(one)
  }
  return null
}

const statusCode = /^[1-5]\d\d$/
export const isStatusCode = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && statusCode.test(String(value))

/** Why the upstream's status → the answered one is refused, at its first wrong entry; null = it is valid. */
export function objectionToStatusCodes(mapping: JsonRecord): Reason | null {
  const wrong = Object.entries(mapping).find(([from, to]) => !isStatusCode(from) || !isStatusCode(to))
  return wrong === undefined ? null : reasonAt(wrong[0], makeReason('notStatusCode'))
}
