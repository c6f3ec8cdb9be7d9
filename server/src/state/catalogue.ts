import { matchesName, nameRules } from '@sluice/contract/catalogue'
import type { ListedDocsPage, ModelCardRow, VendorRow } from '../store/catalogue.ts'

/** The operator's enabled entries about models and vendors, and the own pages of the documentation. */
export interface Catalogue {
  readonly vendors: ReadonlyMap<number, VendorRow>
  /** The vendor with this name, in any case. */
  vendorNamed(name: string): VendorRow | undefined
  /** The entry for a model: for its whole name, otherwise the longest matching prefix, suffix or part. */
  cardOf(model: string): ModelCardRow | undefined
  /** Addresses of pictures. */
  readonly icons: readonly string[]
  /** The published pages with the beginning of their texts, in their order. */
  readonly docsPages: readonly ListedDocsPage[]
}

const rememberedMax = 5_000

export function buildCatalogue({
  vendors,
  cards,
  docsPages = [],
}: {
  vendors: readonly VendorRow[]
  cards: readonly ModelCardRow[]
  docsPages?: readonly ListedDocsPage[]
}): Catalogue {
  const byName = new Map(vendors.map((vendor) => [vendor.name.toLowerCase(), vendor]))
  const exact = new Map(cards.filter((card) => card.name_rule === nameRules.exact).map((card) => [card.name, card]))
  const rules = cards
    .filter((card) => card.name_rule !== nameRules.exact)
    .toSorted((a, b) => b.name.length - a.name.length || a.name_rule - b.name_rule || a.id - b.id)
  const remembered = new Map<string, ModelCardRow | undefined>()
  return {
    vendors: new Map(vendors.map((vendor) => [vendor.id, vendor])),
    vendorNamed: (name) => byName.get(name.toLowerCase()),
    cardOf(model) {
      const known = exact.get(model) ?? remembered.get(model)
      if (known !== undefined || remembered.has(model)) return known
      const found = rules.find(({ name, name_rule: rule }) => matchesName({ name, rule }, model))
      if (remembered.size >= rememberedMax) remembered.clear()
      remembered.set(model, found)
      return found
    },
    docsPages,
    icons: [...vendors, ...cards].map(({ icon }) => icon).filter((icon) => /^https?:/i.test(icon)),
  }
}

export const emptyCatalogue = buildCatalogue({ vendors: [], cards: [] })
