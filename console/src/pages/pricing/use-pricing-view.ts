import { type EndpointType, endpointTypes, type Pricing, type PricingRow } from '@sluice/contract/pricing'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { type SearchOf, useUrlState } from '../../lib/url-state.ts'
import {
  allTags,
  chooseGroup,
  countVendors,
  endpointsOf,
  filterRows,
  type Kind,
  kinds,
  type Order,
  orderRows,
  orders,
  type PricingFilters,
  priceLimits,
} from './select-rows.ts'

const urlDefaults = {
  group: '',
  keyword: '',
  vendor: '',
  kind: '',
  sort: '',
  model: '',
  endpoint: '',
  tag: '',
  max: '',
}
export type PricingSearch = SearchOf<typeof urlDefaults>

/** So that typing does not rewrite the address with every letter. */
const addressAfterMs = 250

const oneOf = <T extends string>(choices: readonly T[], value: string): T | '' =>
  choices.find((choice) => choice === value) ?? ''

/** What of the list is shown: filters, order and the open model, all of it in the address. */
export function usePricingView(pricing: Pricing | undefined) {
  const [url, patch] = useUrlState(urlDefaults)
  const { keyword, typeKeyword } = useKeyword(url.keyword, (next) => patch({ keyword: next }))
  const rows = pricing?.data ?? noRows
  const groups = useMemo(() => Object.keys(pricing?.group_ratio ?? {}), [pricing])
  const group = useMemo(() => chooseGroup(rows, groups, url.group), [rows, groups, url.group])
  const searched = useDeferredValue(keyword)
  const { vendor } = url
  const kind: Kind = oneOf(kinds, url.kind)
  const order: Order = oneOf(orders, url.sort)
  const endpoint: EndpointType | '' = oneOf(endpointTypes, url.endpoint)
  const { tag } = url
  const dollarsMax = priceLimits.find((limit) => String(limit) === url.max) ?? 0
  const ratio = pricing?.group_ratio[group] ?? 1
  const offered = useMemo(() => filterRows(rows, { ...noFilters, group }), [rows, group])
  const shown = useMemo(() => {
    const filters = { group, keyword: searched, vendor, kind, endpoint, tag, dollarsMax, ratio }
    return orderRows(filterRows(offered, filters), order)
  }, [offered, group, searched, vendor, kind, endpoint, tag, dollarsMax, ratio, order])
  return {
    ...{ groups, group, keyword, vendor, kind, order, shown, typeKeyword, patch },
    ...{ endpoint, tag, dollarsMax },
    endpoints: useMemo(() => endpointsOf(offered), [offered]),
    tags: useMemo(() => allTags(offered), [offered]),
    /** How many models the group offers, whatever the filters. */
    offeredCount: offered.length,
    vendors: useMemo(() => countVendors(offered), [offered]),
    isFiltered: dollarsMax > 0 || [keyword, vendor, kind, endpoint, tag].some((filter) => filter !== ''),
    clearFilters() {
      typeKeyword('')
      void patch({ keyword: '', vendor: '', kind: '', endpoint: '', tag: '', max: '' })
    },
    openModel: url.model,
    opened: useMemo(() => rows.find((row) => row.model_name === url.model), [rows, url.model]),
  }
}
export type PricingView = ReturnType<typeof usePricingView>

const noRows: PricingRow[] = []
const noFilters: Omit<PricingFilters, 'group'> = {
  ...{ keyword: '', vendor: '', kind: '', endpoint: '', tag: '', dollarsMax: 0, ratio: 1 },
}

/** The search follows each letter; the address follows the search. Going back in the address is followed too. */
function useKeyword(inAddress: string, write: (keyword: string) => unknown) {
  const [typed, setTyped] = useState({ text: inAddress, over: inAddress })
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])
  // What was typed counts over the address it was typed at, and over the one it has become.
  const isTyped = typed.over === inAddress || typed.text.trim() === inAddress
  const keyword = isTyped ? typed.text : inAddress
  return {
    keyword,
    typeKeyword(text: string) {
      setTyped({ text, over: inAddress })
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = setTimeout(() => write(text.trim()), addressAfterMs)
    },
  }
}
