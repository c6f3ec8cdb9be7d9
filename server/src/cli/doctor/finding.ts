import type { CheckName, FindingCode } from './texts.ts'

/** `note` is information; `problem` must be repaired. */
type Level = 'ok' | 'note' | 'problem'

/** The result of a check as data; the texts are in `texts.ts`. */
export interface Finding {
  check: CheckName
  level: Level
  code: FindingCode
  values: Record<string, string | number>
}

export const ok = (check: CheckName, code: FindingCode, values: Finding['values'] = {}): Finding => ({
  check,
  level: 'ok',
  code,
  values,
})
export const note = (check: CheckName, code: FindingCode, values: Finding['values'] = {}): Finding => ({
  check,
  level: 'note',
  code,
  values,
})
export const problem = (check: CheckName, code: FindingCode, values: Finding['values'] = {}): Finding => ({
  check,
  level: 'problem',
  code,
  values,
})

const namedMax = 10

/** The first names of a list, and the number of all if there are more. */
export const namesOf = (names: readonly string[]): string =>
  names.slice(0, namedMax).join(', ') + (names.length > namedMax ? ` … (${names.length})` : '')
