import type { MarkupRule, PriceSheet, PriceSheetRow } from '@sluice/contract/price-sheet'
import { rowsByModel } from '../queries.ts'
import { dollarsOf, type FigureKey, fieldOf, figureKeys, figures, withValue } from '../sheet/figures.ts'
import type { Patches } from './change-store.ts'
import { type Difference, differenceOf } from './differences.ts'
import {
  isSameCost,
  type ModelPrice,
  ownFieldsOf,
  type PricePatch,
  patchBetween,
  priceOfRow,
  withPatch,
} from './model-price.ts'

/** What one choice decides. `price`: all figures, where own ones cannot be expressed beside those of someone else. */
type ClashPart = FigureKey | 'price' | 'rules' | 'expression' | 'cost'

/** A part of a price that was changed here, and by someone else to something else. */
export interface Clash {
  id: string
  model: string
  part: ClashPart
  theirs: Difference
  mine: Difference
  /** '' = the program itself. */
  by: string
}

export type Side = 'mine' | 'theirs'
/** By the id of a clash. Absent: the own change counts. */
export type Choices = Readonly<Record<string, Side | undefined>>

/** The clash of all markup rules. */
export const rulesClashId = 'markup_rules'

interface Unmerged {
  patches: Patches
  rules: readonly MarkupRule[] | null
  /** The sheet that they were made on. */
  base: PriceSheet
}

interface Merged {
  /** On top of the newer sheet. */
  patches: Patches
  rules: readonly MarkupRule[] | null
  clashes: Clash[]
  /** All markup rules were changed here and by someone else. */
  hasRulesClash: boolean
}

/** Unpublished changes on top of a newer sheet: what someone else changed stays, where it was not changed here. */
export function mergeChanges(
  { patches, rules, base }: Unmerged,
  now: PriceSheet,
  { quotaPerUnit, choices = {} }: { quotaPerUnit: number; choices?: Choices | undefined },
): Merged {
  if (now.version === base.version) return { patches, rules, clashes: [], hasRulesClash: false }
  const [before, after] = [rowsByModel(base), rowsByModel(now)]
  const merged = new Map<string, PricePatch>()
  const clashes: Clash[] = []
  for (const [model, patch] of patches) {
    const found = mergeModel(model, patch, { before: before.get(model), now: after.get(model), quotaPerUnit, choices })
    if (found.patch !== null) merged.set(model, found.patch)
    clashes.push(...found.clashes)
  }
  const isSameAs = (other: readonly MarkupRule[]) => JSON.stringify(rules) === JSON.stringify(other)
  const hasRulesClash = rules !== null && !isSame(base.markup_rules, now.markup_rules) && !isSameAs(now.markup_rules)
  const isRulesDropped = isSameAs(now.markup_rules) || (hasRulesClash && choices[rulesClashId] === 'theirs')
  return { patches: merged, rules: isRulesDropped ? null : rules, clashes, hasRulesClash }
}

/** Whether a choice is missing. */
export const isUndecided = (
  { clashes, hasRulesClash }: Pick<Merged, 'clashes' | 'hasRulesClash'>,
  choices: Choices = {},
): boolean =>
  clashes.some(({ id }) => choices[id] === undefined) || (hasRulesClash && choices[rulesClashId] === undefined)

interface Versions {
  before: PriceSheetRow | undefined
  now: PriceSheetRow | undefined
  quotaPerUnit: number
  choices?: Choices | undefined
}

/** The change of one model on top of its newer price; null = nothing differs any more. */
export function mergeModel(
  model: string,
  patch: PricePatch,
  { before, now, quotaPerUnit, choices = {} }: Versions,
): { patch: PricePatch | null; clashes: Clash[] } {
  const [base, theirs] = [priceOfRow(before), priceOfRow(now)]
  if (isSame(base, theirs)) return { patch, clashes: [] }
  const mine = withPatch(base, patch)
  const clashes: Clash[] = []
  const whole = {
    theirs: differenceOf(model, base, theirs, { quotaPerUnit }),
    mine: differenceOf(model, base, mine, { quotaPerUnit, own: ownFieldsOf(before, patch) }),
  }
  /** Which side counts where both changed a part; a choice is asked for. */
  const clash = (part: ClashPart): Side => {
    const [theirPart, myPart] = [onlyPart(whole.theirs, part), onlyPart(whole.mine, part)]
    // Another price of theirs asks for another choice.
    const id = encodeURIComponent(JSON.stringify([model, part, theirPart]))
    clashes.push({ id, model, part, theirs: theirPart, mine: myPart, by: now?.last_change?.by ?? '' })
    return choices[id] ?? 'mine'
  }
  function partOf<T>(part: ClashPart, sides: [base: T, mine: T, theirs: T], same: (a: T, b: T) => boolean = isSame): T {
    const [was, own, other] = sides
    if (same(own, was)) return other
    return !same(other, was) && !same(own, other) && clash(part) === 'theirs' ? other : own
  }
  const fields = mergeFigures({ base, theirs, mine, patch }, { before, now, quotaPerUnit, clash })
  const merged: ModelPrice = {
    fields,
    rules: partOf('rules', [base.rules, mine.rules, theirs.rules]),
    expression: partOf('expression', [base.expression, mine.expression, theirs.expression]),
    cost: patch.cost === undefined ? theirs.cost : partOf('cost', [base.cost, mine.cost, theirs.cost], isSameCost),
  }
  return { patch: patchBetween(theirs, merged), clashes }
}

interface Sides {
  base: ModelPrice
  theirs: ModelPrice
  mine: ModelPrice
  patch: PricePatch
}

/** Figures are merged in dollars: a ratio also changes when the price that it multiplies does. */
function mergeFigures(
  { base, theirs, mine, patch }: Sides,
  { before, now, quotaPerUnit, clash }: Versions & { clash(part: ClashPart): Side },
): ModelPrice['fields'] {
  const amountOf = (price: ModelPrice, key: FigureKey) => dollarsOf(price.fields, key, quotaPerUnit)
  const isNamed = (key: FigureKey) => Object.hasOwn(patch.fields ?? {}, fieldOf(key))
  const isMoved = (key: FigureKey) => amountOf(mine, key) !== amountOf(base, key)
  const touched = figureKeys.filter((key) => isNamed(key) && isMoved(key))
  if (isSame(base.fields, theirs.fields)) return mine.fields
  if (touched.length === 0) return theirs.fields
  const isOwn = (row: PriceSheetRow | undefined, key: FigureKey) => row?.set.includes(fieldOf(key)) === true
  // A factor for the whole price changes the input alone, and the others follow it.
  const isScaled = figureKeys.some((key) => isOwn(before, key) && !isNamed(key) && isMoved(key))
  const own = new Set<string>(isScaled ? [] : now?.set)
  const applied = (keys: readonly FigureKey[]) => {
    // What is removed may stand in the way of what is set.
    const inOrder = keys.toSorted((a, b) => Number(amountOf(mine, a) !== null) - Number(amountOf(mine, b) !== null))
    let fields = theirs.fields
    for (const key of inOrder) {
      const next = withValue(fields, key, amountOf(mine, key), { unit: 'dollars', quotaPerUnit, own })
      if (!next.ok) return null
      fields = { ...next.fields, ...exactly(key, next.fields) }
    }
    return fields
  }
  /** The ratio as it was typed, where dollars would round it. */
  const exactly = (key: FigureKey, fields: ModelPrice['fields']) => {
    const { field, ...rest } = figures[key]
    const isOfSame =
      !('of' in rest) || dollarsOf(fields, rest.of, quotaPerUnit) === dollarsOf(mine.fields, rest.of, quotaPerUnit)
    return isOfSame && mine.fields[field] !== undefined ? { [field]: mine.fields[field] } : {}
  }
  if (applied(touched) === null) {
    if (clash('price') === 'theirs') return theirs.fields
    const isKept = (key: FigureKey) => isOwn(before, key) || isOwn(now, key) || isNamed(key)
    return Object.fromEntries(
      figureKeys.flatMap((key) => {
        const value = (isKept(key) ? mine : theirs).fields[fieldOf(key)]
        return value === undefined ? [] : [[figures[key].field, value]]
      }),
    )
  }
  const isTheirs = (key: FigureKey) =>
    base.fields[fieldOf(key)] !== theirs.fields[fieldOf(key)] &&
    amountOf(theirs, key) !== amountOf(base, key) &&
    amountOf(theirs, key) !== amountOf(mine, key) &&
    clash(key) === 'theirs'
  return applied(touched.filter((key) => !isTheirs(key))) ?? theirs.fields
}

function onlyPart(difference: Difference, part: ClashPart): Difference {
  const { model, figures: all, rules, expression, cost } = difference
  return {
    model,
    figures: part === 'price' ? all : all.filter(({ figure }) => figure === part),
    rules: part === 'rules' ? rules : null,
    expression: part === 'expression' ? expression : null,
    cost: part === 'cost' ? cost : null,
    isRemoved: difference.isRemoved,
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
