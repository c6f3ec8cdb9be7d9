import { isOneOf } from '@sluice/contract/typed-keys'

/** The meaning of a number in the trail: an amount of quota, a time in seconds, or a text key. */
export type ValueMeaning = { kind: 'quota' | 'time'; value: number } | { kind: 'word'; key: (typeof words)[number] }

const words = ['role_1', 'role_10', 'role_100', 'status_1', 'status_2'] as const

/** null if the value is shown unchanged. Only accounts have roles, statuses, balances and times with these meanings. */
export function describeKnownValue(objectType: string, path: string, text: string): ValueMeaning | null {
  if (objectType !== 'user' || !/^-?\d+$/.test(text)) return null
  if (path === 'quota' || path === 'difference') return { kind: 'quota', value: Number(text) }
  // The start of a view of the account.
  if (path === 'started') return { kind: 'time', value: Number(text) }
  const key = `${path}_${text}`
  return isOneOf(words, key) ? { kind: 'word', key } : null
}
