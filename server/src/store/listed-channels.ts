import { type Kysely, sql } from 'kysely'
import { type ChannelFilter, type ChannelOrder, channelCondition, idsPerStatement, type Slice } from './channels.ts'
import type { ChannelRow, Database } from './schema.ts'

/** The columns of a list. Long texts are not read, because a list may have thousands of rows. */
const listedColumns = [
  ...(['id', 'type', 'name', 'status', 'tag', 'group_names', 'priority', 'weight', 'used_quota'] as const),
  ...(['response_time_ms', 'test_at', 'created_at', 'expires_at'] as const),
  ...(['balance', 'balance_updated_at', 'balance_currency', 'other_info', 'remark'] as const),
  ...(['failed_tests', 'refused_tests'] as const),
] as const

export type ListedRow = Pick<ChannelRow, (typeof listedColumns)[number]> & {
  model_count: number
  /** The beginning of the list of models, `modelsHeadLength` characters. */
  models_head: string
}

/** Long enough for the names that a row shows. */
export const modelsHeadLength = 240

/** Lists of models are stored without blanks and without empty names. */
const modelCount = sql<number>`case when models = '' then 0 else length(models) - length(replace(models, ',', '')) + 1 end`

export type ListedOrder = ChannelOrder | { by: 'group_names' | 'model_count'; direction: 'asc' | 'desc' }

export async function listListedChannels(
  db: Kysely<Database>,
  filter: ChannelFilter,
  { by, direction }: ListedOrder,
  slice: Slice | null,
): Promise<ListedRow[]> {
  const column = by === 'model_count' ? modelCount : sql.ref(by)
  return await db
    .selectFrom('channels')
    .select(listedColumns)
    .select([
      modelCount.as('model_count'),
      sql<string>`substr(models, 1, ${sql.lit(modelsHeadLength)})`.as('models_head'),
    ])
    .where((eb) => channelCondition(db, eb, filter))
    // The engines place NULL differently.
    .$if(by === 'tag' || by === 'expires_at', (query) =>
      query.orderBy(sql`case when ${sql.ref(by)} is null then 1 else 0 end`),
    )
    .orderBy(column, direction)
    // Pages of equal values must not overlap.
    .$if(by !== 'id', (query) => query.orderBy('id', 'desc'))
    .$if(slice !== null, (query) => query.limit(slice?.limit ?? 0).offset(slice?.offset ?? 0))
    .execute()
}

/** The stored lists of models of channels, each text once. */
export async function listModelTexts(db: Kysely<Database>, ids: readonly number[]): Promise<string[]> {
  const texts = new Set<string>()
  for (let at = 0; at < ids.length; at += idsPerStatement) {
    const rows = await db
      .selectFrom('channels')
      .select('models')
      .distinct()
      .where('id', 'in', ids.slice(at, at + idsPerStatement))
      .execute()
    for (const { models } of rows) texts.add(models)
  }
  return [...texts]
}

/** Tag to the number of its channels, whatever the filters. */
export async function countChannelsOfTags(db: Kysely<Database>, tags: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let at = 0; at < tags.length; at += idsPerStatement) {
    const rows = await db
      .selectFrom('channels')
      .select(['tag', (eb) => eb.fn.countAll<number>().as('count')])
      .where('tag', 'in', tags.slice(at, at + idsPerStatement))
      .groupBy('tag')
      .execute()
    for (const { tag, count } of rows) if (tag !== null) counts.set(tag, Number(count))
  }
  return counts
}

/** Tag to the stored lists of models of its channels under the filter, each text once. */
export async function listModelTextsOfTags(
  db: Kysely<Database>,
  filter: ChannelFilter,
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('channels')
    .select(['tag', 'models'])
    .distinct()
    .where((eb) => channelCondition(db, eb, { ...filter, tagged: true }))
    .execute()
  const texts = Map.groupBy(rows, ({ tag }) => tag ?? '')
  return new Map([...texts].map(([tag, some]) => [tag, some.map(({ models }) => models)]))
}
