/** What a number in the trail stands for: an amount of quota, or a word of ours. */
export type ValueMeaning =
  | { kind: 'quota'; value: number }
  | { kind: 'word'; key: 'role_1' | 'role_10' | 'role_100' | 'status_1' | 'status_2' }

const words = new Set(['role_1', 'role_10', 'role_100', 'status_1', 'status_2'])

/** null where the value says it itself. Only accounts have roles, statuses and balances of these meanings. */
export function meaningOf(objectType: string, path: string, text: string): ValueMeaning | null {
  if (objectType !== 'user' || !/^-?\d+$/.test(text)) return null
  if (path === 'quota' || path === 'difference') return { kind: 'quota', value: Number(text) }
  const key = `${path}_${text}`
  return words.has(key) ? ({ kind: 'word', key } as ValueMeaning) : null
}
