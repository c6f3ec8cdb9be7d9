import { parseNumberTables, writeNested } from './json-table.ts'

/** The ratio of users of `userGroup` in `usedGroup`, instead of that group's plain ratio. */
export interface GroupPair {
  userGroup: string
  usedGroup: string
  ratio: number
}

/** null if the text cannot be parsed. */
export function parseGroupPairs(text: string): GroupPair[] | null {
  const tables = parseNumberTables(text)
  if (!tables.ok) return null
  return [...tables.value].flatMap(([userGroup, ratios]) =>
    [...ratios].map(([usedGroup, ratio]) => ({ userGroup, usedGroup, ratio })),
  )
}

export function writeGroupPairs(pairs: readonly GroupPair[]): string {
  const tables = new Map<string, Map<string, number>>()
  for (const { userGroup, usedGroup, ratio } of pairs) {
    const table = tables.get(userGroup) ?? new Map<string, number>()
    tables.set(userGroup, table.set(usedGroup, ratio))
  }
  return writeNested(tables)
}

export const isSamePair = (a: Omit<GroupPair, 'ratio'>, b: Omit<GroupPair, 'ratio'>): boolean =>
  a.userGroup === b.userGroup && a.usedGroup === b.usedGroup

/** `pairs` with this one, at its old position or at the end. */
export const withPair = (pairs: readonly GroupPair[], pair: GroupPair): GroupPair[] =>
  pairs.some((one) => isSamePair(one, pair))
    ? pairs.map((one) => (isSamePair(one, pair) ? pair : one))
    : [...pairs, pair]

export const withoutPair = (pairs: readonly GroupPair[], pair: GroupPair): GroupPair[] =>
  pairs.filter((one) => !isSamePair(one, pair))
