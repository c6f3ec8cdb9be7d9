import type { Problem } from '../option-field.ts'

/** Labels of up to 63 letters, digits and hyphens inside; a last one of at least two letters. */
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

export const isDomain = (text: string): boolean => domain.test(text)

/** The option's text holds them between commas. */
export const domainsIn = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export type AddedDomain = { ok: true; domains: string[] } | { ok: false; problem: Problem }

/** `domains` with what was typed, or why it cannot join them. */
export function addDomain(domains: readonly string[], typed: string): AddedDomain {
  const name = typed.trim().toLowerCase()
  if (!isDomain(name)) return { ok: false, problem: { text: 'problem.domain' } }
  if (domains.includes(name)) return { ok: false, problem: { text: 'problem.domainTwice' } }
  return { ok: true, domains: [...domains, name] }
}

export const domainListProblem = (text: string): Problem | null =>
  domainsIn(text).every(isDomain) ? null : { text: 'problem.domain' }
