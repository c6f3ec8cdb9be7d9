import {
  type ModelCard,
  type ModelCardPage,
  matchesName,
  type modelCardCreate,
  type modelCardUpdate,
} from '@sluice/contract/catalogue'
import { makeReason } from '@sluice/contract/error-reasons'
import type { ModelFacts } from '@sluice/contract/model-facts'
import type { modelCardQuery } from '@sluice/contract/routes/catalogue'
import type { z } from 'zod'
import { createPriceList } from '../../core/billing/price-list.ts'
import { defined } from '../../core/json/defined.ts'
import {
  type CardFilter,
  countCards,
  countCardsByVendor,
  listCards,
  listUnusedCards,
  type ModelCardRow,
} from '../../store/catalogue.ts'
import { findNamed, type NamedValues } from '../../store/named-rows.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createNamedRows } from '../named-rows.ts'
import { parsePage } from '../paging.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'
import { buildModelCard, offeredModels } from './build-model-card.ts'

/** Entries about models in the price list. Each change is published to all nodes. */
export function createModelCardService(deps: AdminDependencies) {
  const { db, state } = deps
  const cards = createNamedRows(deps, {
    table: 'model_cards',
    what: makeReason('modelEntry'),
    nameField: 'model_name',
  })
  const publish = () => state.publish({ kind: 'catalogue' })

  function builder(): (row: ModelCardRow) => ModelCard {
    const snapshot = state.current()
    const facts = { offered: offeredModels(snapshot), priceList: createPriceList(snapshot.options) }
    return (row) => buildModelCard(row, facts)
  }

  async function requireVendor(id: number | undefined): Promise<void> {
    if (id === undefined || id === 0 || (await findNamed(db, 'vendors', id))) return
    throw refusedField('vendor_id', makeReason('noSuchVendor'))
  }

  return {
    async list(query: z.output<typeof modelCardQuery>): Promise<ModelCardPage> {
      const page = parsePage(query)
      const filter = filterOf(query)
      const [rows, total, counts] = await Promise.all([
        listCards(db, filter, page),
        countCards(db, filter),
        countCardsByVendor(db),
      ])
      const vendor_counts = Object.fromEntries([...counts].map(([id, count]) => [String(id), count]))
      return { ...pagedList({ items: rows.map(builder()), total }, page).data, vendor_counts }
    },

    /** Models of channels that have no entry. */
    async missing(): Promise<string[]> {
      const unused = await listUnusedCards(db)
      const snapshot = state.current()
      const isDescribed = (model: string) =>
        snapshot.catalogue.cardOf(model) !== undefined ||
        unused.some(({ name, name_rule: rule }) => matchesName({ name, rule }, model))
      return [...offeredModels(snapshot).keys()].filter((model) => !isDescribed(model)).toSorted()
    },

    read: async (id: number): Promise<ModelCard> => builder()(await cards.find(id)),

    async create(write: z.output<typeof modelCardCreate>, audit: Audit): Promise<ModelCard> {
      await requireVendor(write.vendor_id)
      const { model_name: name, facts, ...values } = write
      const row = await cards.create({ name, ...values, facts: writeFacts(facts) }, (line, trx) =>
        audit({ action: 'model.create', objectType: 'model', ...line }, trx),
      )
      await publish()
      return builder()(row)
    },

    /** With `statusOnly` only the status changes. */
    async update(
      { id, model_name: name, status, facts, ...values }: z.output<typeof modelCardUpdate>,
      { statusOnly, audit }: { statusOnly: boolean; audit: Audit },
    ): Promise<ModelCard> {
      await requireVendor(values.vendor_id)
      const all = {
        ...values,
        ...(name !== undefined && { name }),
        ...(facts !== undefined && { facts: writeFacts(facts) }),
        status,
      }
      const changes = defined<Partial<NamedValues<'model_cards'>>>(statusOnly ? { status } : all)
      const row = await cards.update(id, changes, (line, trx) =>
        audit({ action: 'model.update', objectType: 'model', ...line }, trx),
      )
      await publish()
      return builder()(row)
    },

    async remove(id: number, audit: Audit): Promise<void> {
      await cards.remove(id, (line, trx) => audit({ action: 'model.delete', objectType: 'model', ...line }, trx))
      await publish()
    },
  }
}

export type ModelCardService = ReturnType<typeof createModelCardService>

const filterOf = (query: z.output<typeof modelCardQuery>): CardFilter => ({
  keyword: query.keyword,
  vendor: query.vendor === 'all' ? '' : query.vendor,
  status: switchOf(query.status),
  syncOfficial: switchOf(query.sync_official),
})

/** `1`, `enabled`, `yes` and `true`, or their opposites; anything else is no filter. */
const switchOf = (text: string): number | null =>
  ['1', 'enabled', 'true', 'yes'].includes(text) ? 1 : ['0', 'disabled', 'false', 'no'].includes(text) ? 0 : null

/** Null = none. */
const writeFacts = (facts: ModelFacts): string | null =>
  Object.keys(facts).length === 0 ? null : JSON.stringify(facts)
