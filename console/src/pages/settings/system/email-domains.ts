import { domainShape } from '@sluice/contract/options/list-types'
import type { Problem } from '../option-field.ts'

/** The option's text separates them with commas. */
export const domainsIn = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export type AddedDomain = { ok: true; domains: string[] } | { ok: false; problem: Problem }

/** `domains` with the typed one, or the reason why it cannot be added. */
export function addDomain(domains: readonly string[], typed: string): AddedDomain {
  const name = typed.trim().toLowerCase()
  if (!domainShape.safeParse(name).success) return { ok: false, problem: { text: 'problem.notDomain' } }
  if (domains.includes(name)) return { ok: false, problem: { text: 'problem.domainTwice' } }
  return { ok: true, domains: [...domains, name] }
}
