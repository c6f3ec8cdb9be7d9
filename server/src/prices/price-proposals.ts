import { hourMs } from '@sluice/contract/durations'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import {
  type PriceLook,
  type ProposalChoice,
  type ProposalsAccepted,
  problemsShown,
  proposalsMax,
} from '@sluice/contract/price-sources'
import type { Kysely } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import { parseStored } from '../core/json/parse-stored.ts'
import type { Built, ListedPrice, ListProblem, ReadPriceList } from '../core/price-lists/listed-price.ts'
import { pickPrices } from '../core/price-lists/pick-prices.ts'
import { isAccepted, type Proposed } from '../core/price-lists/propose.ts'
import { readPriceList } from '../core/price-lists/read-price-list.ts'
import type { ChannelNotices } from '../notify/channel-notices.ts'
import { describeError } from '../platform/log.ts'
import { parseOutboundAllow } from '../platform/outbound/address-policy.ts'
import type { Services } from '../services.ts'
import { loadOptions } from '../state/load-options.ts'
import type { OptionKey, OptionValues } from '../state/option-registry.ts'
import type { PriceChangeOrigin } from '../state/record-price-changes.ts'
import { lockOptions } from '../store/options.ts'
import { decideProposals, listProposals, type ProposalRow } from '../store/price-proposals.ts'
import {
  claimSource,
  findPriceSource,
  listDueSources,
  type PriceSourceRow,
  saveLook,
  savePriceList,
} from '../store/price-sources.ts'
import type { Database } from '../store/schema.ts'
import { buildKind, buildPriceSource } from './build-price-source.ts'
import { createPriceListFetch, type FetchPriceList } from './fetch-price-list.ts'
import { knownModels } from './known-models.ts'
import { planAcceptance } from './plan-acceptance.ts'
import { refreshProposals } from './refresh-proposals.ts'

type Audit = (
  entry: { action: string; objectType: string; objectId: string | number; before?: unknown; after?: unknown },
  db?: Kysely<Database>,
) => Promise<void>

/** Who decides, and the audit of that. */
interface Decider {
  actor: PriceChangeOrigin['actor']
  audit: Audit
}

/** The write of the options, in one transaction with its audit and with what comes alongside. */
type ChangeOptions = (change: {
  action: string
  changesOf(current: OptionValues): ReadonlyMap<OptionKey, { value: unknown }>
  audit: Audit
  prices: PriceChangeOrigin
  before(trx: Kysely<Database>): Promise<void>
  alongside(trx: Kysely<Database>): Promise<void>
}) => Promise<unknown>

export interface PriceProposalDependencies extends Services<'db' | 'state' | 'clock' | 'log' | 'config' | 'secretBox'> {
  channelNotices: Pick<ChannelNotices, 'pricesProposed'>
  changeOptions: ChangeOptions
  /** For acceptances by rule. */
  program: Decider
  random: () => number
}

/** Looks at price lists, and decides on what they propose. */
export interface PriceProposals {
  /** Fetches the list now. Throws GatewayError `not_found`, `price_list_failed`; a failure changes nothing. */
  look(id: number, signal: AbortSignal): Promise<PriceLook>
  /** The same with the text of a file. */
  readFile(id: number, text: string): Promise<PriceLook>
  /** Looks at the sources that are due and that no other node looks at. A failure is stored and not thrown. */
  lookDue(signal: AbortSignal): Promise<void>
  /** Writes the prices of open proposals. Throws what a write of options throws. */
  accept(choice: ProposalChoice, decider: Decider): Promise<ProposalsAccepted>
  ignore(choice: ProposalChoice, audit: Audit): Promise<number>
  /** Makes all proposals anew from the last lists, after a change of the sources. */
  refresh(): Promise<void>
}

/** A look that takes longer was interrupted. */
const claimMs = 600_000
const dueAtOnce = 10
/** Models of one list; more than any site has. */
const modelsMax = 10_000

export function createPriceProposals(deps: PriceProposalDependencies): PriceProposals {
  const { db, state, clock, log } = deps
  const fetchList: FetchPriceList = createPriceListFetch(parseOutboundAllow(deps.config.OUTBOUND_ALLOW))

  async function find(id: number): Promise<PriceSourceRow> {
    const row = await findPriceSource(db, id)
    if (row === undefined) throw new GatewayError('not_found', { what: makeReason('priceSource') })
    return row
  }

  /** Options are locked, so that no price changes between the comparison and the proposals. */
  const remake = (before: (trx: Kysely<Database>) => Promise<void> = async () => undefined) =>
    db.transaction().execute(async (trx) => {
      await lockOptions(trx, clock.now())
      await before(trx)
      return await refreshProposals(trx, await loadOptions({ ...deps, db: trx }), clock.now())
    })

  async function fail(source: PriceSourceRow, reason: Reason): Promise<GatewayError> {
    await saveLook(db, source.id, { looked_at: clock.now(), error: JSON.stringify(reason) })
    return new GatewayError('price_list_failed', { reason })
  }

  async function keep(source: PriceSourceRow, read: Built<ReadPriceList>): Promise<PriceLook> {
    if (!read.ok) throw await fail(source, read.reason)
    const { prices, problems } = chooseKnown(source, read.value)
    if (prices.length > modelsMax) throw await fail(source, makeReason('notMore', { max: modelsMax }))
    const proposed = await remake(async (trx) => {
      await savePriceList(trx, source.id, JSON.stringify(prices))
      await saveLook(trx, source.id, { looked_at: clock.now(), error: null, models: prices.length })
    })
    const fresh = proposed.get(source.id) ?? { open: [], added: 0 }
    const accepted = await acceptByRule(source, fresh.open)
    return {
      source: buildPriceSource(await find(source.id), fresh.open.length - accepted),
      lines: read.value.lines ?? read.value.entries.length,
      problems: problems.slice(0, problemsShown),
      problems_total: problems.length,
      proposed: Math.max(fresh.added - accepted, 0),
      accepted,
    }
  }

  /** The prices of models that this site knows; of a file, all. */
  function chooseKnown(source: PriceSourceRow, list: ReadPriceList) {
    const known = knownModels(state.current(), clock.now())
    const prices: [string, ListedPrice][] = []
    const problems: ListProblem[] = [...list.problems]
    for (const [model, listed] of pickPrices(list.entries, source.provider)) {
      if (source.kind !== 'file' && !known.has(model)) continue
      if (listed.expression === undefined) prices.push([model, listed])
      else problems.push({ model, reason: makeReason('priceByExpression') })
    }
    return { prices, problems }
  }

  async function acceptByRule(source: PriceSourceRow, proposed: readonly Proposed[]): Promise<number> {
    const rules = state.current().options.PriceAcceptRules
    const models = new Set(proposed.filter((one) => isAccepted(one, rules)).map(({ model }) => model))
    if (models.size === 0) return 0
    const open = await listProposals(db, { state: 'open', source_id: source.id }, { limit: modelsMax, offset: 0 })
    const ids = open.filter(({ model }) => models.has(model)).map(({ id }) => id)
    return ids.length === 0 ? 0 : (await accept({ ids }, deps.program)).accepted
  }

  async function accept(choice: ProposalChoice, { actor, audit }: Decider): Promise<ProposalsAccepted> {
    let rows: ProposalRow[] = []
    let plan = planAcceptance(rows, state.current().options)
    await deps.changeOptions({
      action: 'price_proposal.accept',
      audit,
      prices: { actor, way: 'source' },
      async before(trx) {
        rows = await findOpen(trx, choice)
      },
      changesOf(current) {
        plan = planAcceptance(rows, current)
        return plan.changes
      },
      async alongside(trx) {
        const now = clock.now()
        await decideProposals(
          trx,
          plan.accepted.map(({ id }) => id),
          { state: 'accepted', now },
        )
        for (const row of plan.accepted) await audit({ action: 'price_proposal.accept', ...describeProposal(row) }, trx)
      },
    })
    if (rows.length > 0) await remake()
    return { accepted: plan.accepted.length, renewed: plan.renewed, refused: plan.refused }
  }

  /** Decisions lock the options, so that what one of them reads is open until it ends. */
  const findOpen = (trx: Kysely<Database>, choice: ProposalChoice): Promise<ProposalRow[]> =>
    listProposals(
      trx,
      { ...('ids' in choice ? { ids: choice.ids } : choice.all), state: 'open' },
      { limit: proposalsMax, offset: 0 },
    )

  async function lookAsScheduled(source: PriceSourceRow, signal: AbortSignal): Promise<void> {
    try {
      const look = await keep(source, await fetchList(placeOf(source), signal))
      const news = { source: source.name, sourceId: source.id, proposals: look.proposed }
      if (look.proposed > 0) await deps.channelNotices.pricesProposed(news)
    } catch (error) {
      if (signal.aborted) return
      log.warn({ source: source.name, error: describeError(error) }, 'a price list could not be read')
    }
    // Spread, so that many sites do not ask one list at the same minute.
    const interval = source.every_hours * hourMs * (0.9 + 0.2 * deps.random())
    await saveLook(db, source.id, { due_at: clock.now() + Math.round(interval) })
  }

  return {
    async look(id, signal) {
      const source = await find(id)
      if (buildKind(source.kind) === 'file')
        throw new GatewayError('price_list_failed', { reason: makeReason('uploadedOnly') })
      return await keep(source, await fetchList(placeOf(source), signal))
    },
    async readFile(id, text) {
      const source = await find(id)
      if (source.kind !== 'file') throw new GatewayError('price_list_failed', { reason: makeReason('fileOnly') })
      return await keep(source, readPriceList('file', text))
    },
    async lookDue(signal) {
      for (const source of await listDueSources(db, clock.now(), dueAtOnce)) {
        if (signal.aborted) return
        if (await claimSource(db, source, clock.now() + claimMs)) await lookAsScheduled(source, signal)
      }
    },
    accept,
    async ignore(choice, audit) {
      return await db.transaction().execute(async (trx) => {
        await lockOptions(trx, clock.now())
        const rows = await findOpen(trx, choice)
        const ids = rows.map(({ id }) => id)
        const ignored = await decideProposals(trx, ids, { state: 'ignored', now: clock.now() })
        for (const row of rows) await audit({ action: 'price_proposal.ignore', ...describeProposal(row) }, trx)
        return ignored
      })
    },
    refresh: async () => void (await remake()),
  }
}

/** The kinds are those of the contract: only checked values are stored. */
const placeOf = ({ kind, url }: PriceSourceRow) => ({ kind: buildKind(kind), url })

const describeProposal = ({ model, source_id, current, proposed }: ProposalRow) => ({
  objectType: 'price',
  objectId: model,
  before: { price: current === null ? null : parseStored(current) },
  after: { price: parseStored(proposed), source_id },
})
