import { channelTypeOf } from '@sluice/contract/channel-types'
import { makeReason } from '@sluice/contract/error-reasons'
import { render } from '@sluice/contract/messages/render'
import type { PriceFields } from '@sluice/contract/price-rules'
import { publicListUrls } from '@sluice/contract/price-sources'
import {
  type RatioSyncAnswer,
  type RatioSyncChannel,
  type RatioSyncRequest,
  ratioSyncPresets,
} from '@sluice/contract/ratio-sync'
import { channelStatus } from '@sluice/contract/roles'
import { defaultPrices } from '../../core/billing/default-prices.ts'
import { modelsIn } from '../../core/billing/price-tables.ts'
import { withoutRules } from '../../core/price-lists/build-listed-price.ts'
import { statedFields, tablePriceOf } from '../../core/price-lists/compare-price.ts'
import type { Built, ListedPrice } from '../../core/price-lists/listed-price.ts'
import { pickPrices } from '../../core/price-lists/pick-prices.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import { inParallel } from '../../platform/in-parallel.ts'
import { parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { createPriceListFetch, type ListPlace } from '../../prices/fetch-price-list.ts'
import { knownModels } from '../../prices/known-models.ts'
import { priceListOf } from '../../state/price-list-of.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { compareRatios } from './compare-ratios.ts'

const atOnce = 6
const timeoutSeconds = { min: 1, default: 10, max: 30 }

/** Compares the prices of this site with lists of others, for clients that write the options themselves. */
export function createRatioSync({ state, clock, config }: Pick<AdminDependencies, 'state' | 'clock' | 'config'>) {
  const exceptions = parseOutboundAllow(config.OUTBOUND_ALLOW)

  function listChannels(): RatioSyncChannel[] {
    const channels = [...state.current().channels.values()].map(({ id, name, baseUrl, status, type }) => ({
      id,
      name,
      base_url: baseUrl ?? channelTypeOf(type)?.baseUrl ?? '',
      status,
      type,
    }))
    return [...presets, ...channels.filter((channel) => channel.base_url !== '')]
  }

  /** The lists that a request names, each under a name of its own. */
  function findUpstreams({ channel_ids: ids, upstreams }: RatioSyncRequest): Upstream[] {
    const channels = new Map(listChannels().map((channel) => [channel.id, channel]))
    const named = upstreams.map(({ id, name, base_url, endpoint }) => ({
      id,
      name,
      place: placeOf(base_url, endpoint),
    }))
    const given = new Set(named.map(({ id }) => id))
    const chosen = ids.flatMap((id) => {
      const channel = given.has(id) ? undefined : channels.get(id)
      return channel === undefined ? [] : [{ id, name: channel.name, place: placeOf(channel.base_url, '') }]
    })
    const taken = new Set<string>()
    return [...named, ...chosen].map((upstream, index) => {
      const name = taken.has(upstream.name) ? `${upstream.name} (${upstream.id ?? index + 1})` : upstream.name
      taken.add(name)
      return { ...upstream, name }
    })
  }

  async function compare(request: RatioSyncRequest, raw: Request): Promise<RatioSyncAnswer> {
    const asked = request.timeout ?? timeoutSeconds.default
    const seconds = Math.min(Math.max(asked, timeoutSeconds.min), timeoutSeconds.max)
    const fetchList = createPriceListFetch(exceptions, seconds * 1_000)
    const current = state.current()
    const known = knownModels(current, clock.now())

    async function readList({ id, place }: Upstream): Promise<Built<ReadonlyMap<string, ListedPrice>>> {
      if (id === ratioSyncPresets.defaults) return { ok: true, value: defaultPriceList() }
      if (place === null) return { ok: false, reason: makeReason('addressNotValid') }
      const list = await fetchList(place, raw.signal)
      if (!list.ok) return list
      const prices = pickPrices(list.value.entries, '')
      // Lists of many sellers have thousands of names with a seller, which this site does not use.
      const isWanted = (name: string) => place.kind === 'site' || known.has(name) || !name.includes('/')
      return { ok: true, value: new Map([...prices].filter(([name]) => isWanted(name))) }
    }

    const upstreams = findUpstreams(request)
    const read = new Map<string, Built<ReadonlyMap<string, ListedPrice>>>()
    await inParallel(upstreams, atOnce, async (upstream) => void read.set(upstream.name, await readList(upstream)))
    // In the order of the request.
    const lists = upstreams.flatMap(({ name }) => {
      const list = read.get(name)
      return list === undefined ? [] : [{ name, list }]
    })
    const priceList = priceListOf(current.options)
    const fieldsOf = (model: string): PriceFields => {
      const plan = priceList.planOf(model)
      return plan === null ? {} : statedFields(plan.base)
    }
    return {
      differences: compareRatios(
        fieldsOf,
        lists.flatMap(({ name, list }) => (list.ok ? [{ name, prices: list.value }] : [])),
      ),
      test_results: lists.map(({ name, list }) =>
        list.ok
          ? { name, status: 'success' }
          : { name, status: 'error', error: render(languageOf(raw.headers), 'reasons', list.reason) },
      ),
    }
  }

  return { channels: listChannels, compare }
}

interface Upstream {
  id?: number | undefined
  name: string
  /** Null = there is no valid address. */
  place: ListPlace | null
}

const modelsDevUrl = publicListUrls.models_dev ?? ''
const presets: readonly RatioSyncChannel[] = [
  { id: ratioSyncPresets.defaults, name: 'Default prices', base_url: '', status: channelStatus.enabled, type: 0 },
  {
    id: ratioSyncPresets.modelsDev,
    name: 'models.dev',
    base_url: new URL(modelsDevUrl).origin,
    status: channelStatus.enabled,
    type: 0,
  },
]

/** Where the list of an upstream is: at a path below its address, at a whole address, or that of OpenRouter. */
function placeOf(baseUrl: string, endpoint: string): ListPlace | null {
  if (endpoint === 'openrouter') return { kind: 'openrouter', url: '' }
  const url = /^https?:\/\//i.test(endpoint) ? endpoint : joined(baseUrl, endpoint)
  if (!URL.canParse(url)) return null
  const { hostname } = new URL(url)
  if (hostname !== new URL(modelsDevUrl).hostname) return { kind: 'site', url }
  return { kind: 'models_dev', url: /\.json$/.test(url) ? url : '' }
}

const joined = (baseUrl: string, endpoint: string): string =>
  endpoint === '' ? baseUrl : `${baseUrl.replace(/\/+$/, '')}/${endpoint.replace(/^\/+/, '')}`

/** The shipped list in the form of a list from outside. */
function defaultPriceList(): Map<string, ListedPrice> {
  const entries = [...modelsIn(defaultPrices)].flatMap((model) => {
    const price = tablePriceOf(defaultPrices, model)
    return price === null ? [] : [[model, withoutRules(price.stated.fields)] as const]
  })
  return new Map(entries)
}
