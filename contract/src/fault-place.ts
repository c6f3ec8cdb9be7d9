/** The place of a fault in a value: `vip[0]`, `[0].url`. Numbers of list entries are in brackets, from 0. */
export const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('')

/** A place for people: lists are counted from 1, and `entry` names a number. */
export const describePlace = (place: string, entry: (number: number) => string, separator: string): string =>
  place
    .split(/\.?\[(\d+)\]\.?/)
    .map((part, index) => (index % 2 === 1 ? entry(Number(part) + 1) : part))
    .filter((part) => part !== '')
    .join(separator)
