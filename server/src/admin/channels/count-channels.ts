import {
  type ChannelCounts,
  type ChannelSelection,
  channelSelections,
  unknownReason,
} from '@sluice/contract/channel-list'
import { parseJson, recordOf } from '@sluice/contract/read-json'
import { type ChannelStatusFilter, channelStatus, channelStatusFilters } from '@sluice/contract/roles'
import { lookUp } from '@sluice/contract/typed-keys'
import { splitNames } from '../../state/build-channel-state.ts'
import type { CountedChannel } from '../../store/channels.ts'
import { type TroubleFacts, troublesOf } from '../channel-troubles.ts'
import { statusesOf } from './parse-status-filter.ts'

/** Filters that depend on more than single columns. */
export interface Selection {
  /** Code of the reason for which the gateway disabled the channel; '' = any. */
  reason: string
  only: ChannelSelection | null
}

/** The filters that are counted. */
export interface CountedFilter extends Selection {
  statuses: readonly number[] | null
  type: number | null
  tag: string
  group: string
}

/** Facts about channels that are not in their rows. */
export interface ChannelFacts extends TroubleFacts {
  /** Channels with a model that has no price. */
  unpriced: ReadonlySet<number>
}

/** Why the gateway disabled the channel; '' = it did not. */
export function reasonCodeOf({ status, other_info }: Pick<CountedChannel, 'status' | 'other_info'>): string {
  if (status !== channelStatus.autoDisabled) return ''
  const { status_reason_data: reason } = recordOf(parseJson(other_info))
  const { code } = recordOf(reason)
  return typeof code === 'string' ? code : unknownReason
}

/** The selections that a channel belongs to. */
export function selectionsOf(row: CountedChannel, facts: ChannelFacts): ChannelSelection[] {
  const troubles = troublesOf(row, facts)
  return [
    ...(troubles.length > 0 ? (['attention'] as const) : []),
    ...(troubles.includes('test_failed') ? (['test_failed'] as const) : []),
    ...(facts.unpriced.has(row.id) ? (['unpriced'] as const) : []),
    ...(troubles.includes('expiring') ? (['expiring'] as const) : []),
  ]
}

/** The channels that the selection contains. */
export const selectIds = (
  rows: readonly CountedChannel[],
  { reason, only }: Selection,
  facts: ChannelFacts,
): number[] =>
  rows
    .filter((row) => reason === '' || reasonCodeOf(row) === reason)
    .filter((row) => only === null || selectionsOf(row, facts).includes(only))
    .map(({ id }) => id)

type Facet = 'status' | 'reason' | 'type' | 'tag' | 'group' | 'only'

/** Counts each value of each filter under the other filters. */
export function countChannelFacets(
  rows: readonly CountedChannel[],
  filter: CountedFilter,
  facts: ChannelFacts,
): ChannelCounts {
  const counts: ChannelCounts = {
    total: 0,
    statuses: Object.fromEntries(channelStatusFilters.map((name) => [name, 0])),
    reasons: {},
    types: {},
    tags: {},
    groups: {},
    only: Object.fromEntries(channelSelections.map((name) => [name, 0])),
  }
  for (const row of rows) {
    const values = valuesOf(row, facts)
    const refusing = refusingFacets(row, values, filter)
    if (refusing.length === 0) counts.total++
    if (refusing.length > 1) continue
    /** A facet is counted for rows that only this facet itself refuses. */
    const mayCount = (facet: Facet) => refusing.length === 0 || refusing[0] === facet
    if (mayCount('status')) for (const name of values.statuses) counts.statuses[name] = (counts.statuses[name] ?? 0) + 1
    if (mayCount('reason') && values.reason !== '') add(counts.reasons, values.reason)
    if (mayCount('type')) add(counts.types, String(row.type))
    if (mayCount('tag') && row.tag) add(counts.tags, row.tag)
    if (mayCount('group')) for (const group of values.groups) add(counts.groups, group)
    if (mayCount('only')) for (const name of values.selections) add(counts.only, name)
  }
  return counts
}

interface Values {
  statuses: ChannelStatusFilter[]
  reason: string
  groups: string[]
  selections: ChannelSelection[]
}

const valuesOf = (row: CountedChannel, facts: ChannelFacts): Values => ({
  statuses: channelStatusFilters.filter((name) => statusesOf[name].includes(row.status)),
  reason: reasonCodeOf(row),
  groups: splitNames(row.group_names),
  selections: selectionsOf(row, facts),
})

/** The active filters that the row does not match. */
function refusingFacets(row: CountedChannel, values: Values, filter: CountedFilter): Facet[] {
  const refusing: Facet[] = []
  if (filter.statuses !== null && !filter.statuses.includes(row.status)) refusing.push('status')
  if (filter.reason !== '' && values.reason !== filter.reason) refusing.push('reason')
  if (filter.type !== null && row.type !== filter.type) refusing.push('type')
  if (filter.tag !== '' && row.tag !== filter.tag) refusing.push('tag')
  if (filter.group !== '' && !values.groups.includes(filter.group)) refusing.push('group')
  if (filter.only !== null && !values.selections.includes(filter.only)) refusing.push('only')
  return refusing
}

/** Names come from users: an own property, even for `__proto__`. */
function add(counts: Record<string, number>, name: string): void {
  const before = lookUp(counts, name, 0)
  Object.defineProperty(counts, name, {
    value: before + 1,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}
