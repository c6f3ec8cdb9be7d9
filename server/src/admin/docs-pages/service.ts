import {
  type DocsPage,
  type DocsPageEntry,
  type DocsPageHead,
  type DocsPageText,
  type docsPageCreate,
  docsPageLimits,
  type docsPageUpdate,
} from '@sluice/contract/docs-page'
import { makeReason } from '@sluice/contract/error-reasons'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import {
  type DocsPageRow,
  type DocsTexts,
  docsPageAt,
  listDocsPages,
  orderDocsPages,
  readDocsTexts,
} from '../../store/catalogue.ts'
import type { NamedValues } from '../../store/named-rows.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createNamedRows } from '../named-rows.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'

type Reader = ConsoleCaller | null
type Write = Omit<z.output<typeof docsPageUpdate>, 'id'>
type Row = DocsPageRow & DocsTexts

/**
 * The operator's pages of the documentation. The snapshot has what lists of them need; a text is read from the database
 * for its reader. Throws not_found, not_logged_in, name_taken, too_many_docs_pages and docs_pages_changed.
 */
export function createDocsPageService(deps: AdminDependencies) {
  const { db, state } = deps
  const what = makeReason('docsPage')
  const pages = createNamedRows(deps, { table: 'docs_pages', what, nameField: 'slug' })
  const publish = () => state.publish({ kind: 'catalogue' })
  const published = () => state.current().catalogue.docsPages
  const shownTo = (reader: Reader) => published().filter((page) => reader !== null || page.needs_login === 0)

  async function withTexts(rows: readonly DocsPageRow[]): Promise<DocsPageText[]> {
    const texts = await readDocsTexts(
      db,
      rows.map(({ id }) => id),
    )
    // A page that was deleted meanwhile is left out.
    return rows.flatMap((row) => {
      const found = texts.get(row.id)
      return found ? [{ ...buildHead(row), ...found }] : []
    })
  }

  return {
    listFor: (reader: Reader): DocsPageHead[] => shownTo(reader).map(buildHead),

    readTextsFor: (reader: Reader): Promise<DocsPageText[]> => withTexts(shownTo(reader)),

    async readFor(reader: Reader, slug: string): Promise<DocsPageText> {
      const row = docsPageAt(published(), slug)
      if (row !== undefined && row.needs_login === 1 && reader === null) throw new GatewayError('not_logged_in')
      const [page] = row === undefined ? [] : await withTexts([row])
      if (page === undefined) throw new GatewayError('not_found', { what })
      return page
    },

    list: async (): Promise<DocsPageEntry[]> => (await listDocsPages(db)).map(buildEntry),

    read: async (id: number): Promise<DocsPage> => buildPage(await pages.find(id)),

    async create(values: z.output<typeof docsPageCreate>, audit: Audit): Promise<DocsPage> {
      const last = (await listDocsPages(db)).at(-1)
      const { slug: name, ...rest } = values
      const created = { ...buildChanges(rest), ...imagesOf(values), name, position: (last?.position ?? -1) + 1 }
      // The cast: all columns are given, which the type of optional changes does not say.
      const row = await pages.create(created as NamedValues<'docs_pages'>, async (line, trx) => {
        const max = docsPageLimits.pages
        if ((await listDocsPages(trx)).length > max) throw new GatewayError('too_many_docs_pages', { max })
        await audit({ action: 'docs_page.create', objectType: 'docs_page', ...line }, trx)
      })
      await publish()
      return buildPage(row)
    },

    async update(id: number, { was = {}, ...changes }: Write, audit: Audit): Promise<DocsPage> {
      const stored = await pages.find(id)
      const after = { ...buildPage(stored), ...changes }
      if (after.title_en === '' && after.title_zh === '') throw refusedField('title_en', makeReason('notEmpty'))
      const row = await pages.update(
        id,
        { ...buildColumns(changes), ...formerOf(stored, changes.slug), ...imagesOf(after) },
        (line, trx) => {
          // An entry of the audit trail may hold anything; this one is made of columns of the row.
          const before = line.before as Partial<Row>
          const expected = Object.entries(buildColumns(was))
          if (expected.some(([name, value]) => name in before && before[name as keyof Row] !== value))
            throw new GatewayError('docs_pages_changed')
          return audit({ action: 'docs_page.update', objectType: 'docs_page', ...line }, trx)
        },
      )
      await publish()
      return buildPage(row)
    },

    async order(ids: readonly number[], audit: Audit): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const before = (await listDocsPages(trx)).map(({ id }) => id)
        const isWhole = new Set(ids).size === ids.length && ids.length === before.length
        if (!isWhole || ids.some((id) => !before.includes(id))) throw new GatewayError('docs_pages_changed')
        await orderDocsPages(trx, ids)
        await audit({ action: 'docs_page.order', objectType: 'docs_page', objectId: '', before, after: ids }, trx)
      })
      await publish()
    },

    async remove(id: number, audit: Audit): Promise<void> {
      await pages.remove(id, (line, trx) =>
        audit({ action: 'docs_page.delete', objectType: 'docs_page', ...line }, trx),
      )
      await publish()
    },
  }
}

const imagesOf = ({ body_en, body_zh }: DocsTexts): { has_images: number } => ({
  has_images: Number(/<img\b|!\[/i.test(`${body_en}\n${body_zh}`)),
})

/** Earlier addresses of a page that still lead to it. */
const formerMax = 10

/** The addresses before a change to `slug`. */
function formerOf({ name, former_names: former }: Row, slug = name): { former_names?: string } {
  if (slug === name) return {}
  const others = [name, ...former.split(',')].filter((one) => one !== '' && one !== slug)
  return { former_names: others.slice(0, formerMax).join(',') }
}

/** The same with the address. */
const buildColumns = ({ slug: name, ...rest }: Omit<Write, 'was'>) => ({
  ...buildChanges(rest),
  ...(name !== undefined && { name }),
})

/** The columns of the given fields. */
const buildChanges = ({
  is_published: isPublished,
  needs_login: needsLogin,
  ...texts
}: Omit<Write, 'slug' | 'was'>) => ({
  ...texts,
  ...(isPublished !== undefined && { is_published: Number(isPublished) }),
  ...(needsLogin !== undefined && { needs_login: Number(needsLogin) }),
})

const buildHead = (row: DocsPageRow): DocsPageHead => ({
  slug: row.name,
  title_en: row.title_en,
  title_zh: row.title_zh,
  needs_login: row.needs_login === 1,
})

/** Times on the wire are seconds. */
const buildEntry = (row: DocsPageRow): DocsPageEntry => ({
  ...buildHead(row),
  id: row.id,
  is_published: row.is_published === 1,
  created_time: toSeconds(row.created_at),
  updated_time: toSeconds(row.updated_at),
})

const buildPage = (row: Row): DocsPage => ({ ...buildEntry(row), body_en: row.body_en, body_zh: row.body_zh })
