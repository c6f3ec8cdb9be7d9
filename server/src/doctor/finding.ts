import type { CodeOf, ParamsOf } from '@sluice/contract/messages/catalogue'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import { renderStored } from '@sluice/contract/messages/render'

type CheckName = CodeOf<'checks'>
type FindingCode = CodeOf<'findings'>

/** `note` is information; `problem` must be repaired. */
type Level = 'ok' | 'note' | 'problem'

/** The result of a check as data. */
export interface Finding {
  check: CheckName
  level: Level
  code: FindingCode
  values: Record<string, string | number>
  /** The values that are lists, whole: texts show their first names. */
  lists?: Record<string, readonly string[]>
}

/** The values in the text of a finding and in its advice. */
type ValuesOf<Code extends FindingCode> = ParamsOf<'findings', Code> &
  (Code extends CodeOf<'advice'> ? ParamsOf<'advice', Code> : unknown)
type WithLists<Values> = { [Name in keyof Values]: Values[Name] | readonly string[] }
type Rest<Code extends FindingCode> = keyof ValuesOf<Code> extends never ? [] : [values: WithLists<ValuesOf<Code>>]

const findingOf =
  (level: Level) =>
  <Code extends FindingCode>(check: CheckName, code: Code, ...rest: Rest<Code>): Finding => {
    const values: Finding['values'] = {}
    const lists: Finding['lists'] = {}
    for (const [name, value] of Object.entries<string | number | readonly string[]>({ ...rest[0] })) {
      if (typeof value === 'object') lists[name] = value
      values[name] = typeof value === 'object' ? firstOf(value) : value
    }
    return { check, level, code, values, ...(Object.keys(lists).length > 0 && { lists }) }
  }

export const ok = findingOf('ok')
export const note = findingOf('note')
export const problem = findingOf('problem')

const namedMax = 10

/** The first names of a list, and the number of all if there are more. */
const firstOf = (names: readonly string[]): string =>
  names.slice(0, namedMax).join(', ') + (names.length > namedMax ? ` … (${names.length})` : '')

export const textsOf = ({ code, values }: Finding, language: TextLanguage): { found: string; advice: string } => ({
  found: renderStored(language, 'findings', { code, params: values }) ?? code,
  // '' = no advice.
  advice: renderStored(language, 'advice', { code, params: values }) ?? '',
})
