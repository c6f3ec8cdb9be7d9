import { type ModelCardPage, matchesName } from '@sluice/contract/catalogue'
import { makeReason } from '@sluice/contract/error-reasons'
import type { modelCardQuery } from '@sluice/contract/routes/catalogue'
import type { z } from 'zod'
import { createPriceBook } from '../../core/billing/price-book.ts'
import { GatewayError } from '../../core/errors.ts'
import {
  countCards,
  countCardsByVendor,
  listCards,
  listUnusedCards,
  type ModelCardRow,
} from '../../store/catalogue.ts'
import { findNamed, type NamedValues } from '../../store/named-rows.ts'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createNamedRows } from '../named-rows.ts'
import { parsePage } from '../paging.ts'
import { buildModelCard, offeredModels } from './build-model-card.ts'

/** `1`, `enabled`, `yes` and `true`, or their opposites; anything else is no filter. */
const switchOf = (text: string): number | null =>
  ['1', 'enabled', 'true', 'yes'].includes(text)
    ? 1
    : ['0', 'disabled', 'false', 'no'].includes(text)
      ? 0
      : null

/** The entries of the catalogue that `query` asks for. */
export async function answerCards({ db, state }: AdminDependencies, query: z.output<typeof modelCardQuery>) {
  const page = parsePage(query)
  const filter = {
    keyword: query.keyword,
    vendor: query.vendor === 'all' ? '' : query.vendor,
    status: switchOf(query.status),
    syncOfficial: switchOf(query.sync_official),
  }
  const [rows, total, counts] = await Promise.all([
    listCards(db, filter, page),
    countCards(db, filter),
    countCardsByVendor(db),
  ])
  const built = rows.map(cardBuilder(state.current()))
  const vendor_counts = Object.fromEntries([...counts].map(([id, count]) => [String(id), count]))
  const data: ModelCardPage = { ...pagedList(built, total, page).data, vendor_counts }
  return { data }
}

function cardBuilder(snapshot: ReturnType<AdminDependencies['state']['current']>) {
  const facts = { offered: offeredModels(snapshot), book: createPriceBook(snapshot.options) }
  return (row: ModelCardRow) => buildModelCard(row, facts)
}

/** What the list of prices says of models, beside their prices. */
export function mountModelCardRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { db, state } = deps
  const cards = createNamedRows(deps, { table: 'model_cards', what: makeReason('modelEntry') })
  const answerOf = (row: ModelCardRow) => ({ data: cardBuilder(state.current())(row) })
  const publish = () => state.publish({ kind: 'catalogue' })

  async function requireVendor(id: number | undefined): Promise<void> {
    if (id === undefined || id === 0 || (await findNamed(db, 'vendors', id))) return
    const reason = makeReason('noSuchVendor')
    throw new GatewayError('invalid_parameters', { reason }, { fields: { vendor_id: reason } })
  }

  api.route('GET /api/models/search', ({ query }) => answerCards(deps, query))
  api.route('GET /api/models/missing', async () => {
    const unused = await listUnusedCards(db)
    const snapshot = state.current()
    const isDescribed = (model: string) =>
      snapshot.catalogue.cardOf(model) !== undefined ||
      unused.some(({ name, name_rule: rule }) => matchesName({ name, rule }, model))
    return { data: [...offeredModels(snapshot).keys()].filter((model) => !isDescribed(model)).toSorted() }
  })
  api.route('GET /api/models/:id', async ({ params }) => answerOf(await cards.find(params.id)))
  api.route('POST /api/models/', async ({ body, audit }) => {
    await requireVendor(body.vendor_id)
    const { model_name: name, ...values } = body
    const row = await cards.create({ name, ...values }, (line, trx) =>
      audit({ action: 'model.create', objectType: 'model', ...line }, trx),
    )
    await publish()
    return answerOf(row)
  })
  api.route('PUT /api/models/', async ({ body, query, audit }) => {
    const { id, model_name: name, status, ...values } = body
    await requireVendor(values.vendor_id)
    const all = { ...values, ...(name !== undefined && { name }), status }
    const changes: Partial<NamedValues<'model_cards'>> = definedOf(
      query.status_only === '' ? all : { status },
    )
    const row = await cards.update(id, changes, (line, trx) =>
      audit({ action: 'model.update', objectType: 'model', ...line }, trx),
    )
    await publish()
    return answerOf(row)
  })
  api.route('DELETE /api/models/:id', async ({ params, audit }) => {
    await cards.remove(params.id, (line, trx) =>
      audit({ action: 'model.delete', objectType: 'model', ...line }, trx),
    )
    await publish()
    return {}
  })
}

/** Without what was left out. */
const definedOf = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
