import { makeReason } from '@sluice/contract/error-reasons'
import {
  type PriceProposal,
  type PriceSource,
  type PriceSourceWrite,
  priceSourcesMax,
} from '@sluice/contract/price-sources'
import type { proposalQuery } from '@sluice/contract/routes/price-source'
import type { z } from 'zod'
import { buildPriceProposal, buildPriceSource } from '../../prices/build-price-source.ts'
import { createSaleConsequences } from '../../prices/sale-consequence.ts'
import type { Slice } from '../../store/channels.ts'
import { countProposals, listProposals } from '../../store/price-proposals.ts'
import { countOpenProposals, listPriceSources } from '../../store/price-sources.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createNamedRows } from '../named-rows.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField, refusedRequest } from '../refused-field.ts'

/** The price lists from outside. Throws not_found and name_taken. */
export function createPriceSourceService(deps: AdminDependencies) {
  const { db, clock, priceProposals } = deps
  const sources = createNamedRows(deps, { table: 'price_sources', what: makeReason('priceSource') })

  /** With a schedule the first look is due at once, also after a change. */
  const columnsOf = ({ is_maker, ...values }: PriceSourceWrite) => {
    refuseIncomplete(values)
    return { ...values, is_maker: is_maker ? 1 : 0, due_at: clock.now() }
  }

  return {
    async list(): Promise<PriceSource[]> {
      const [rows, open] = await Promise.all([listPriceSources(db), countOpenProposals(db)])
      return rows.map((row) => buildPriceSource(row, open.get(row.id) ?? 0))
    },

    async create(values: PriceSourceWrite, audit: Audit): Promise<PriceSource> {
      if ((await listPriceSources(db)).length >= priceSourcesMax)
        throw refusedRequest(makeReason('notMore', { max: priceSourcesMax }))
      const never = { looked_at: 0, error: null, models: 0 }
      const row = await sources.create({ ...columnsOf(values), ...never }, (line, trx) =>
        audit({ action: 'price_source.create', objectType: 'price_source', ...line }, trx),
      )
      return buildPriceSource(row, 0)
    },

    async update(id: number, values: PriceSourceWrite, audit: Audit): Promise<PriceSource> {
      const row = await sources.update(id, columnsOf(values), (line, trx) =>
        audit({ action: 'price_source.update', objectType: 'price_source', ...line }, trx),
      )
      await priceProposals.refresh()
      return buildPriceSource(row, (await countOpenProposals(db)).get(id) ?? 0)
    },

    async remove(id: number, audit: Audit): Promise<void> {
      await sources.remove(id, (line, trx) =>
        audit({ action: 'price_source.delete', objectType: 'price_source', ...line }, trx),
      )
      await priceProposals.refresh()
    },

    async listProposals(
      { model, source_id, state, side, doubt }: z.output<typeof proposalQuery>,
      slice: Slice,
    ): Promise<{ items: PriceProposal[]; total: number }> {
      const filter = { model, source_id, state, side, doubt }
      const [rows, total, all] = await Promise.all([
        listProposals(db, filter, slice),
        countProposals(db, filter),
        listPriceSources(db),
      ])
      const names = new Map(all.map(({ id, name }) => [id, name]))
      const saleOf = createSaleConsequences(deps.state.current().options)
      const items = rows.map((row) =>
        buildPriceProposal(row, { source: names.get(row.source_id) ?? '', sale: saleOf(row) }),
      )
      return { items, total }
    },
  }
}

/** Only other sites need an address. */
function refuseIncomplete({ kind, url }: Pick<PriceSourceWrite, 'kind' | 'url'>): void {
  if (kind === 'site' && url === '') throw refusedField('url', makeReason('required'))
}
