import { makeReason } from '@sluice/contract/error-reasons'
import { type PriceSourceKind, priceListBytesMax, publicListUrls } from '@sluice/contract/price-sources'
import type { Built, ReadPriceList } from '../core/price-lists/listed-price.ts'
import { readPriceList } from '../core/price-lists/read-price-list.ts'
import type { OutboundException } from '../platform/outbound/address-policy.ts'
import { createGuardedFetch, type GuardedFetch } from '../platform/outbound/guarded-fetch.ts'
import { OutboundError } from '../platform/outbound/pinned-fetch.ts'

/** Where a list is. */
export interface ListPlace {
  kind: PriceSourceKind
  /** '' = a public list at its own address. */
  url: string
}

/** Fetches and reads a list. A failure is a value with its reason; only the abort of `signal` throws. */
export type FetchPriceList = (place: ListPlace, signal: AbortSignal) => Promise<Built<ReadPriceList>>

const timeoutMsDefault = 30_000
/** Pages are refused; raw files are served as plain text. */
const accepts = (type: string): boolean =>
  /^(|application\/(.+\+)?json|application\/octet-stream|text\/(plain|csv|json))$/.test(type)

export function createPriceListFetch(
  exceptions: readonly OutboundException[],
  timeoutMs: number = timeoutMsDefault,
): FetchPriceList {
  const fetchGuarded = createGuardedFetch({ exceptions, bytesMax: priceListBytesMax, timeoutMs, accepts })
  return async ({ kind, url }, signal) => {
    let failure: Built<ReadPriceList> = { ok: false, reason: makeReason('addressNotValid') }
    for (const address of addressesOf(kind, url)) {
      const read = await fetchOne(fetchGuarded, kind, { address, signal })
      if (read.ok) return read
      failure = read
    }
    return failure
  }
}

async function fetchOne(
  fetchGuarded: GuardedFetch,
  kind: PriceSourceKind,
  { address, signal }: { address: string; signal: AbortSignal },
): Promise<Built<ReadPriceList>> {
  try {
    const { bytes } = await fetchGuarded(address, signal)
    return readPriceList(kind, new TextDecoder().decode(bytes))
  } catch (cause) {
    if (cause instanceof OutboundError) return { ok: false, reason: cause.reason }
    throw cause
  }
}

/** A site has its prices at one of two paths; an address that ends in one of them is that one. */
function addressesOf(kind: PriceSourceKind, url: string): string[] {
  if (kind !== 'site') return [url || (publicListUrls[kind] ?? '')].filter((address) => address !== '')
  if (/\/api\/(pricing|ratio_config)\/?$/.test(url)) return [url]
  const base = url.replace(/\/+$/, '')
  return [`${base}/api/pricing`, `${base}/api/ratio_config`]
}
