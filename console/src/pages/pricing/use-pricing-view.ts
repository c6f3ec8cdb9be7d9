import { type Ability, abilities, type Modality, modalities } from '@sluice/contract/model-abilities'
import { type EndpointType, endpointTypes } from '@sluice/contract/priced-kinds'
import type { Pricing, PricingRow } from '@sluice/contract/pricing'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { type SearchOf, useUrlState } from '../../lib/url-state.ts'
import {
  abilitiesOf,
  allTags,
  chooseGroup,
  contextLimits,
  countVendors,
  endpointsOf,
  filterRows,
  type Kind,
  kinds,
  modalitiesOf,
  noFilters,
  type Order,
  orderRows,
  orders,
  priceLimits,
} from './select-rows.ts'
import type { comparedDefaults } from './use-compared.ts'

const urlDefaults = {
  group: '',
  keyword: '',
  vendor: '',
  kind: '',
  sort: '',
  model: '',
  endpoint: '',
  tag: '',
  ability: '',
  input: '',
  context: '',
  max: '',
}
export type PricingSearch = SearchOf<typeof urlDefaults & typeof comparedDefaults>

/** The filters with choices, none of them set. */
const noChoices = { vendor: '', endpoint: '', tag: '', ability: '', input: '', context: '', max: '' }

/** Delay, so that the address is not rewritten at each key press. */
const addressAfterMs = 250

const oneOf = <T extends string>(choices: readonly T[], value: string): T | '' =>
  choices.find((choice) => choice === value) ?? ''

/**
 * The view of the list in the address: filters, order and the open model. `isComplete`: with models that have no price.
 */
export function usePricingView(pricing: Pricing | undefined, { isComplete }: { isComplete: boolean }) {
  const [url, patch] = useUrlState(urlDefaults)
  const { keyword, typeKeyword } = useKeyword(url.keyword, (next) => patch({ keyword: next }))
  const rows = useMemo(
    () => (isComplete ? pricing?.data : pricing?.data.filter(({ is_priced }) => is_priced)) ?? noRows,
    [pricing, isComplete],
  )
  const groups = useMemo(() => Object.keys(pricing?.group_ratio ?? {}), [pricing])
  const group = useMemo(() => chooseGroup(rows, groups, url.group), [rows, groups, url.group])
  const searched = useDeferredValue(keyword)
  const { vendor } = url
  const kind: Kind = oneOf(kinds, url.kind)
  const order: Order = oneOf(orders, url.sort)
  const endpoint: EndpointType | '' = oneOf(endpointTypes, url.endpoint)
  const { tag } = url
  const dollarsMax = priceLimits.find((limit) => String(limit) === url.max) ?? 0
  const ability: Ability | '' = oneOf(abilities, url.ability)
  const modality: Modality | '' = oneOf(modalities, url.input)
  const contextMin = contextLimits.find((limit) => String(limit) === url.context) ?? 0
  const ratio = pricing?.group_ratio[group] ?? 1
  const offered = useMemo(() => filterRows(rows, { ...noFilters, group }), [rows, group])
  const shown = useMemo(() => {
    const filters = {
      group,
      keyword: searched,
      vendor,
      kind,
      endpoint,
      tag,
      dollarsMax,
      ratio,
      ability,
      modality,
      contextMin,
    }
    return orderRows(filterRows(offered, filters), order)
  }, [offered, group, searched, vendor, kind, endpoint, tag, dollarsMax, ratio, order, ability, modality, contextMin])
  return {
    groups,
    group,
    keyword,
    vendor,
    kind,
    order,
    shown,
    typeKeyword,
    patch,
    endpoint,
    tag,
    dollarsMax,
    ability,
    modality,
    contextMin,
    abilities: useMemo(() => abilitiesOf(offered), [offered]),
    modalities: useMemo(() => modalitiesOf(offered), [offered]),
    endpoints: useMemo(() => endpointsOf(offered), [offered]),
    tags: useMemo(() => allTags(offered), [offered]),
    /** The number of models in all groups. */
    count: rows.length,
    /** The number of models in the group, regardless of the filters. */
    offeredCount: offered.length,
    vendors: useMemo(() => countVendors(offered), [offered]),
    /** The number of active filters with choices. */
    hiddenCount: [vendor, endpoint, tag, ability, modality, dollarsMax || '', contextMin || ''].filter(
      (filter) => filter !== '',
    ).length,
    clearFilters() {
      typeKeyword('')
      void patch({ keyword: '', kind: '', ...noChoices })
    },
    /** Keeps the search and the kind of price. */
    clearHidden: () => void patch(noChoices),
    openModel: url.model,
    opened: useMemo(() => rows.find((row) => row.model_name === url.model), [rows, url.model]),
  }
}
export type PricingView = ReturnType<typeof usePricingView>

const noRows: PricingRow[] = []
/** The search follows the input, and the address follows the search; the back button changes both. */
function useKeyword(inAddress: string, write: (keyword: string) => unknown) {
  const [typed, setTyped] = useState({ text: inAddress, over: inAddress })
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])
  // Typed text takes precedence over the address at the time of typing, and over the address that results from it.
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
