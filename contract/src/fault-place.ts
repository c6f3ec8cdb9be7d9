/** The place of a fault in a value: `vip[0]`, `[0].url`. Numbers of list entries are in brackets, from 0. */
export const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('')

/** A place for people: lists are counted from 1, and `entry` names a number. */
export const describePlace = (place: string, entry: (number: number) => string, separator = ', '): string =>
  place
    .split(/\.?\[(\d+)\]\.?/)
    .map((part, index) => (index % 2 === 1 ? entry(Number(part) + 1) : part))
    .filter((part) => part !== '')
    .join(separator)

/** Whether an English reason continues its subject: `is not valid JSON`. Others are clauses of their own. */
export const isPredicate = (reason: string): boolean => /^(?:is|are|has|needs|was|must) /.test(reason)

/** A subject and its fault, in English: `ModelRatio is not valid JSON`, `group: the group does not exist`. */
export const withSubject = (subject: string, reason: string): string =>
  `${subject}${isPredicate(reason) ? '' : ':'} ${reason}`

/** An English reason that stands after a label: `Email: this is not an email address`. Chinese stays as it is. */
export const afterLabel = (reason: string): string =>
  /^(?:is|has|needs|was) /.test(reason) ? `this ${reason}` : reason

/** A reason that stands alone: `This is not an email address`, `Must not be empty`. */
export function asSentence(reason: string): string {
  const text = afterLabel(reason)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
