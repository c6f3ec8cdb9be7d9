import type { AcceptRules, PriceSide, ProposalDoubt } from '@sluice/contract/price-sources'
import { agree, type PriceDifferenceFound, type StatedPrice } from './compare-price.ts'
import type { ListedPrice } from './listed-price.ts'

/** A source with what its last good look found about models of this site. */
export interface KnownSource {
  id: number
  name: string
  side: PriceSide
  isMaker: boolean
  prices: ReadonlyMap<string, ListedPrice>
}

export interface Proposed {
  model: string
  listed: ListedPrice
  current: StatedPrice | null
  proposed: StatedPrice
  doubts: ProposalDoubt[]
  agreeing: string[]
  differing: string[]
  /** The largest change; null = from nothing, or of another kind. */
  factor: number | null
  /** The factors of the figures that change. */
  factors: readonly number[]
}

/** Finds what a list changes about a model, of the side of the list. */
export type FindDifference = (model: string, listed: ListedPrice) => Omit<PriceDifferenceFound, 'write'> | null

/**
 * What one source proposes. Only differences count, and models that it does not name stay. Where a maker's source names
 * a model, those of resellers propose nothing. Sources that say something else make a doubt, unless this is the
 * maker's.
 */
export function proposeFrom(
  source: KnownSource,
  all: readonly KnownSource[],
  differenceOf: FindDifference,
): Proposed[] {
  const others = all.filter(({ id, side }) => id !== source.id && side === source.side)
  return [...source.prices].flatMap(([model, listed]) => {
    const saying = others.filter(({ prices }) => prices.has(model))
    if (!source.isMaker && saying.some(({ isMaker }) => isMaker)) return []
    const found = differenceOf(model, listed)
    if (found === null) return []
    const doesAgree = ({ prices }: KnownSource) => agree(listed, prices.get(model) ?? listed)
    const differing = saying.filter((other) => !doesAgree(other))
    const isContradicted = differing.some(({ isMaker }) => isMaker || !source.isMaker)
    return [
      {
        model,
        listed,
        current: found.current,
        proposed: found.proposed,
        doubts: isContradicted ? [...found.doubts, 'contradicted' as const] : found.doubts,
        agreeing: saying.filter(doesAgree).map(({ name }) => name),
        differing: differing.map(({ name }) => name),
        factor: largest(found.factors),
        factors: found.factors,
      },
    ]
  })
}

/** The factor that is farthest from 1, up or down. */
function largest(factors: readonly number[]): number | null {
  const [first] = factors.toSorted((a, b) => Math.abs(Math.log(b)) - Math.abs(Math.log(a)))
  return first === undefined ? null : Number(first.toPrecision(6))
}

/** Whether a proposal is accepted without a person. A rise within the limit is the only doubt that may remain. */
export function isAccepted(proposed: Proposed, rules: AcceptRules): boolean {
  if (proposed.doubts.some((doubt) => doubt !== 'rises')) return false
  if (proposed.agreeing.length + 1 < rules.sources || proposed.factors.length === 0) return false
  const isFine = (factor: number) => (factor < 1 ? rules.falls : factor <= 1 + rules.rises_up_to)
  return proposed.factors.every(isFine)
}
