import type { CodeOf, ParamsOf } from '@sluice/contract/messages/catalogue'

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
}

/** The values in the text of a finding and in its advice. */
type ValuesOf<Code extends FindingCode> = ParamsOf<'findings', Code> &
  (Code extends CodeOf<'advice'> ? ParamsOf<'advice', Code> : unknown)
type Rest<Code extends FindingCode> = keyof ValuesOf<Code> extends never ? [] : [values: ValuesOf<Code>]

const findingOf =
  (level: Level) =>
  <Code extends FindingCode>(check: CheckName, code: Code, ...rest: Rest<Code>): Finding => ({
    check,
    level,
    code,
    values: { ...rest[0] },
  })

export const ok = findingOf('ok')
export const note = findingOf('note')
export const problem = findingOf('problem')

const namedMax = 10

/** The first names of a list, and the number of all if there are more. */
export const namesOf = (names: readonly string[]): string =>
  names.slice(0, namedMax).join(', ') + (names.length > namedMax ? ` … (${names.length})` : '')
