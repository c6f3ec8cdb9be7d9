import type { Channel } from '@sluice/contract/channel'
import type { ChannelCounts, ChannelRows, ListedChannel } from '@sluice/contract/channel-list'
import { tagFiguresOf } from '@sluice/contract/tag-figures'
import { splitNames } from '../../state/build-channel-state.ts'
import { priceListOf } from '../../state/price-list-of.ts'
import type { Snapshot } from '../../state/snapshot.ts'
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
import {
  countChannelsOfTags,
  type ListedOrder,
  type ListedRow,
  listListedChannels,
  listModelTexts,
  listModelTextsOfTags,
} from '../../store/listed-channels.ts'
import type { ChannelRow } from '../../store/schema.ts'
import { failingChannels } from '../channel-troubles.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildListedChannel } from './build-listed.ts'
import { type ChannelFacts, countChannelFacets, type Selection, selectIds } from './count-channels.ts'
import { sortTags, type TagOrder } from './sort-tags.ts'

export interface ChannelQuery extends Slice {
  filter: ChannelFilter
  selection: Selection
  order: ChannelOrder
  /** Pages of tags: each brings all channels of its tags. */
  byTag: boolean
}

/** The query of a list in rows. */
export interface RowsQuery extends Slice, Pick<ChannelQuery, 'filter' | 'selection'> {
  order: ListedOrder
  /** Pages of tags in this order; null = of channels. */
  byTag: TagOrder | null
}

/** Reads lists of channels, and counts the channels by the filters of the list. */
export function createChannelLists(
  deps: Pick<AdminDependencies, 'db' | 'state' | 'clock' | 'channelHealth'>,
  build: (row: ChannelRow) => Channel,
) {
  const { db, state, clock, channelHealth } = deps

  const readFacts = (): ChannelFacts => ({
    now: clock.now(),
    unpriced: unpricedChannels(state.current()),
    failing: failingChannels(channelHealth),
  })

  /** The part of the filter that every count shares. */
  const searched = ({ keyword, model }: ChannelFilter): ChannelFilter => ({
    ...noChannelFilter,
    keyword,
    model,
    idsByKey: idsByKey(state.current(), keyword),
  })

  /** The filter with the selection as ids. */
  async function resolve({ filter, selection }: Pick<ChannelQuery, 'filter' | 'selection'>) {
    const known = { ...filter, idsByKey: idsByKey(state.current(), filter.keyword) }
    if (selection.reason === '' && selection.only === null) return known
    const rows = await listCountedChannels(db, searched(filter))
    return { ...known, ids: selectIds(rows, selection, readFacts()) }
  }

  function buildRows(rows: readonly ListedRow[]): ListedChannel[] {
    const { channels } = state.current()
    return rows.map((row) => buildListedChannel(row, channels.get(row.id)))
  }

  /** A page of tags with their channels that match the filter, and after the tags the channels without one. */
  async function listByTag(filter: ChannelFilter, order: TagOrder, query: RowsQuery): Promise<ChannelRows> {
    const rows = await listListedChannels(db, filter, query.order, null)
    const listed = buildRows(rows)
    const alone = listed.filter(({ tag }) => tag === '')
    const texts = await listModelTextsOfTags(db, filter)
    const members = Map.groupBy(
      listed.filter(({ tag }) => tag !== ''),
      ({ tag }) => tag,
    )
    const tags = [...members].map(([tag, items]) => ({
      tag,
      items,
      channels: items.length,
      figures: tagFiguresOf(items),
      lastId: items.reduce((last, { id }) => Math.max(last, id), 0),
      models: namesIn(texts.get(tag) ?? []).length,
    }))
    const page = sortTags(tags, order).slice(query.offset, query.offset + query.limit)
    const aloneFrom = Math.max(0, query.offset - tags.length)
    const aloneShown = alone.slice(aloneFrom, aloneFrom + query.limit - page.length)
    const names = page.map(({ tag }) => tag)
    const counts = await countChannelsOfTags(db, names)
    return {
      items: [...page.flatMap(({ items }) => items), ...aloneShown],
      total: tags.length + alone.length,
      tags: page.map(({ tag, channels, models }) => ({
        tag,
        channels: counts.get(tag) ?? channels,
        models,
      })),
    }
  }

  return {
    /** A page in rows, without the long texts of channels. */
    async rows(query: RowsQuery): Promise<ChannelRows> {
      const filter = await resolve(query)
      if (query.byTag !== null) return await listByTag(filter, query.byTag, query)
      const rows = await listListedChannels(db, filter, query.order, query)
      return { items: buildRows(rows), total: await countChannels(db, filter), tags: [] }
    },

    /** The models of channels, each once, by name. */
    listModels: async (ids: readonly number[]): Promise<string[]> => namesIn(await listModelTexts(db, ids)),

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
    async countTypes(query: Pick<ChannelQuery, 'filter' | 'selection' | 'byTag'>): Promise<Record<string, number>> {
      const filter = await resolve(query)
      return Object.fromEntries(await countChannelTypes(db, { ...filter, tagged: query.byTag }))
    },

    async count({ filter, selection }: Pick<ChannelQuery, 'filter' | 'selection'>): Promise<ChannelCounts> {
      const rows = await listCountedChannels(db, searched(filter))
      return countChannelFacets(rows, { ...filter, ...selection }, readFacts())
    },
  }
}

const namesIn = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(splitNames))].sort()

/** Channels with a model that has neither a price nor a ratio. */
function unpricedChannels({ channels, options }: Snapshot): ReadonlySet<number> {
  const priceList = priceListOf(options)
  const known = new Map<string, boolean>()
  const isUnpriced = (model: string): boolean => {
    const answer = known.get(model) ?? priceList.planOf(model) === null
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
