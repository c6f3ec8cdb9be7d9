import { isRecord, parseJson } from '@sluice/contract/read-json'
import { type RoutingStrategy, routingStrategies } from '@sluice/contract/routing'
import { parseNumbers, writeTable } from './json-table.ts'

/** How the calls of a group are routed. */
export interface GroupRouting {
  group: string
  strategy: RoutingStrategy
  /** null = no second channel is asked. */
  hedgeMs: number | null
}

interface RoutingTexts {
  groups: readonly string[]
  strategies: string
  hedges: string
}

/** One row for each group; null if a text is not a table. Deleted groups are left out. */
export function parseGroupRouting({ groups, strategies, hedges }: RoutingTexts): GroupRouting[] | null {
  const known = parseJson(strategies)
  const waits = parseNumbers(hedges)
  if (!isRecord(known) || !waits.ok) return null
  const names = new Map(Object.entries(known))
  if (![...names.values()].every(isStrategy)) return null
  return groups.map((group) => {
    const strategy = names.get(group)
    return {
      group,
      strategy: isStrategy(strategy) ? strategy : 'priority',
      hedgeMs: waits.value.get(group) ?? null,
    }
  })
}

const isStrategy = (value: unknown): value is RoutingStrategy =>
  routingStrategies.some((strategy) => strategy === value)

/** The texts of both options. Defaults are left out. */
export function writeGroupRouting(rows: readonly GroupRouting[]): { strategies: string; hedges: string } {
  const set = rows.filter(({ strategy }) => strategy !== 'priority')
  const hedged = rows.filter(({ hedgeMs }) => hedgeMs !== null)
  return {
    strategies: writeTable(new Map(set.map(({ group, strategy }) => [group, strategy]))),
    hedges: writeTable(new Map(hedged.map(({ group, hedgeMs }) => [group, hedgeMs]))),
  }
}
