import type { Channel } from '@sluice/contract/channel'
import type { ChannelCounts } from '@sluice/contract/channel-list'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { priceBookOf } from '../../relay/admission/admit.ts'
import type { ChannelHealth } from '../../relay/routing/channel-health.ts'
import type { Snapshot, State } from '../../state/snapshot.ts'
import {
  type ChannelFilter,
  type ChannelOrder,
  countChannels,
  countChannelTypes,
  countTags,
  listChannels,
  listChannelsOfTags,
  listCountedChannels,
  listTags,
  noChannelFilter,
  type Slice,
} from '../../store/channels.ts'
import type { ChannelRow, Database } from '../../store/schema.ts'
import { countChannelFacets, type Selection, type Surroundings, selectIds } from './count-channels.ts'

export interface ChannelQuery extends Slice {
  filter: ChannelFilter
  selection: Selection
  order: ChannelOrder
  /** Pages of tags: each brings all channels of its tags. */
  byTag: boolean
}

export interface ChannelListDependencies {
  db: Kysely<Database>
  state: State
  clock: Clock
  /** Of this node. */
  channelHealth: Pick<ChannelHealth, 'reports'>
}

/** Reads lists of channels, and counts the channels by the filters of the list. */
export function createChannelLists(deps: ChannelListDependencies, build: (row: ChannelRow) => Channel) {
  const { db, state, clock, channelHealth } = deps

  const surroundings = (): Surroundings => ({
    now: clock.now(),
    unpriced: unpricedChannels(state.current()),
    failing: new Set(
      channelHealth
        .reports()
        .filter(({ restsForMs, refusedKeys }) => restsForMs > 0 || refusedKeys > 0)
        .map(({ channelId }) => channelId),
    ),
  })

  /** The part of the filter that every count shares. */
  const searched = ({ keyword, model }: ChannelFilter): ChannelFilter => ({
    ...noChannelFilter,
    ...{ keyword, model, idsByKey: idsByKey(state.current(), keyword) },
  })

  /** The filter with the selection as ids. */
  async function resolve({ filter, selection }: Pick<ChannelQuery, 'filter' | 'selection'>) {
    const known = { ...filter, idsByKey: idsByKey(state.current(), filter.keyword) }
    if (selection.reason === '' && selection.only === null) return known
    const rows = await listCountedChannels(db, searched(filter))
    return { ...known, ids: selectIds(rows, selection, surroundings()) }
  }

  return {
    async list(query: ChannelQuery): Promise<{ items: Channel[]; total: number }> {
      const filter = await resolve(query)
      if (!query.byTag) {
        const rows = await listChannels(db, filter, query.order, query)
        return { items: rows.map(build), total: await countChannels(db, filter) }
      }
      const tags = await listTags(db, filter, query)
      const rows = await listChannelsOfTags(db, tags, query.order)
      return { items: rows.map(build), total: await countTags(db, filter) }
    },

    /** Type to the number of its channels, whatever type the query asks for. */
    async countTypes(
      query: Pick<ChannelQuery, 'filter' | 'selection' | 'byTag'>,
    ): Promise<Record<string, number>> {
      const filter = await resolve(query)
      return Object.fromEntries(await countChannelTypes(db, { ...filter, tagged: query.byTag }))
    },

    async count({ filter, selection }: Pick<ChannelQuery, 'filter' | 'selection'>): Promise<ChannelCounts> {
      const rows = await listCountedChannels(db, searched(filter))
      return countChannelFacets(rows, { ...filter, ...selection }, surroundings())
    },
  }
}

/** Channels with a model that has neither a price nor a ratio. */
function unpricedChannels({ channels, options }: Snapshot): ReadonlySet<number> {
  const book = priceBookOf(options)
  const known = new Map<string, boolean>()
  const isUnpriced = (model: string): boolean => {
    const answer = known.get(model) ?? book.planOf(model) === null
    known.set(model, answer)
    return answer
  }
  const found = [...channels.values()].filter(({ models }) => [...models].some(isUnpriced))
  return new Set(found.map(({ id }) => id))
}

/** Keys are sealed in the database; in the snapshot they can be compared. */
function idsByKey({ channels }: Snapshot, keyword: string): number[] {
  if (keyword.length < 8) return []
  return [...channels.values()]
    .filter((channel) => channel.allKeys.includes(keyword))
    .map((channel) => channel.id)
    .slice(0, 100)
}
