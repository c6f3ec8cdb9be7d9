import { type Expression, type ExpressionBuilder, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { Slice } from './channels.ts'
import { countRows } from './count-rows.ts'
import { contains } from './dialects/searching.ts'
import type { DocsPagesTable, ModelCardsTable, PrefillGroupsTable, VendorsTable } from './schema/catalogue.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>
export type VendorRow = Selectable<VendorsTable>
export type ModelCardRow = Selectable<ModelCardsTable>
export type PrefillGroupRow = Selectable<PrefillGroupsTable>

/** Without its texts. */
export type DocsPageRow = Omit<Selectable<DocsPagesTable>, 'body_en' | 'body_zh'>
/** With the beginning of each text. */
export type ListedDocsPage = DocsPageRow & { start_en: string; start_zh: string }

/** An upper bound above the size of any catalogue. */
const rowsMax = 20_000

/** The entries that a node keeps in memory: those in use, without the texts of pages. */
export async function readCatalogue(
  db: Db,
): Promise<{ vendors: VendorRow[]; cards: ModelCardRow[]; docsPages: ListedDocsPage[] }> {
  const vendors = db.selectFrom('vendors').selectAll().where('status', '=', 1).orderBy('id').limit(rowsMax)
  const cards = db.selectFrom('model_cards').selectAll().where('status', '=', 1).orderBy('id').limit(rowsMax)
  const docsPages = await listDocsPages(db)
  return {
    vendors: await vendors.execute(),
    cards: await cards.execute(),
    docsPages: docsPages.filter((page) => page.is_published === 1),
  }
}

const vendorsWith = (db: Db, keyword: string) =>
  db
    .selectFrom('vendors')
    .$if(keyword !== '', (query) =>
      query.where((eb) => eb.or([contains(db, eb.ref('name'), keyword), contains(db, eb.ref('description'), keyword)])),
    )

export const listVendors = (db: Db, keyword: string, slice: Slice): Promise<VendorRow[]> =>
  vendorsWith(db, keyword).selectAll().orderBy('id', 'desc').limit(slice.limit).offset(slice.offset).execute()

export const countVendors = (db: Db, keyword: string): Promise<number> => countRows(vendorsWith(db, keyword))

/** Clears the vendor of the models that name it. */
export async function unlinkVendor(db: Db, id: number): Promise<void> {
  await db.updateTable('model_cards').set({ vendor_id: 0 }).where('vendor_id', '=', id).execute()
}

export interface CardFilter {
  /** Part of the name, description or tags; '' = any. */
  keyword: string
  /** An id, or part of the name of a vendor; '' = any. */
  vendor: string
  /** null = any. */
  status: number | null
  syncOfficial: number | null
}

export const listCards = (db: Db, filter: CardFilter, slice: Slice): Promise<ModelCardRow[]> =>
  db
    .selectFrom('model_cards')
    .selectAll()
    .where((eb) => cardCondition(db, eb, filter))
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()

export const countCards = (db: Db, filter: CardFilter): Promise<number> =>
  countRows(db.selectFrom('model_cards').where((eb) => cardCondition(db, eb, filter)))

/** Names and rules of the entries that are switched off; those in use are in the memory of each node. */
export const listUnusedCards = (db: Db): Promise<Pick<ModelCardRow, 'name' | 'name_rule'>[]> =>
  db
    .selectFrom('model_cards')
    .select(['name', 'name_rule'])
    .where('status', '!=', 1)
    .orderBy('id')
    .limit(rowsMax)
    .execute()

/** Vendor id to how many entries name it; 0 = none. */
export async function countCardsByVendor(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('model_cards')
    .select((eb) => ['vendor_id', eb.fn.countAll().as('count')])
    .groupBy('vendor_id')
    .execute()
  return new Map(rows.map(({ vendor_id: id, count }) => [id, Number(count)]))
}

function cardCondition(
  db: Db,
  eb: ExpressionBuilder<Database, 'model_cards'>,
  { keyword, vendor, status, syncOfficial }: CardFilter,
): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = []
  if (keyword !== '')
    all.push(
      eb.or([eb.ref('name'), eb.ref('description'), eb.ref('tags')].map((column) => contains(db, column, keyword))),
    )
  if (/^\d{1,15}$/.test(vendor)) all.push(eb('vendor_id', '=', Number(vendor)))
  else if (vendor !== '')
    all.push(
      eb(
        'vendor_id',
        'in',
        eb
          .selectFrom('vendors')
          .select('id')
          .where((inner) => contains(db, inner.ref('vendors.name'), vendor)),
      ),
    )
  if (status !== null) all.push(eb('status', '=', status))
  if (syncOfficial !== null) all.push(eb('sync_official', '=', syncOfficial))
  return eb.and(all)
}

export const listPrefillGroups = (db: Db, type: string): Promise<PrefillGroupRow[]> =>
  db
    .selectFrom('prefill_groups')
    .selectAll()
    .$if(type !== '', (query) => query.where('type', '=', type))
    .orderBy('name')
    .limit(rowsMax)
    .execute()

/** All pages of the operator, also drafts, in their order. */
export const listDocsPages = (db: Db): Promise<ListedDocsPage[]> =>
  db
    .selectFrom('docs_pages')
    .select([
      'id',
      'name',
      'former_names',
      'title_en',
      'title_zh',
      'position',
      'is_published',
      'needs_login',
      'has_images',
      'created_at',
      'updated_at',
      sql<string>`substr(body_en, 1, 2000)`.as('start_en'),
      sql<string>`substr(body_zh, 1, 2000)`.as('start_zh'),
    ])
    .orderBy('position')
    .orderBy('id')
    .limit(rowsMax)
    .execute()

/** The page with this address, or else the one that had it before. */
export const docsPageAt = <Page extends Pick<DocsPageRow, 'name' | 'former_names'>>(
  pages: readonly Page[],
  slug: string,
): Page | undefined =>
  pages.find(({ name }) => name === slug) ?? pages.find(({ former_names: former }) => former.split(',').includes(slug))

/** The texts of pages, by id. */
export async function readDocsTexts(db: Db, ids: readonly number[]): Promise<Map<number, DocsTexts>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('docs_pages').select(['id', 'body_en', 'body_zh']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, ...texts }) => [id, texts]))
}
export type DocsTexts = Pick<Selectable<DocsPagesTable>, 'body_en' | 'body_zh'>

/** Gives the pages the positions of their ids in the list. */
export async function orderDocsPages(db: Db, ids: readonly number[]): Promise<void> {
  for (const [position, id] of ids.entries())
    await db.updateTable('docs_pages').set({ position }).where('id', '=', id).execute()
}
