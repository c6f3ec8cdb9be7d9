import {
  amountText,
  completionRatioOf,
  dollarsOfRatio,
  outputDollarsOf,
  parseAmount,
  ratioOfDollars,
} from '../../../lib/price-conversion.ts'
import type { Pricing } from './price-rows.ts'

/** The price of one model while it is edited. Texts, so that a field can hold an incomplete number. */
export interface PriceDraft {
  name: string
  kind: 'tokens' | 'call'
  /** How the price of tokens is typed: as ratios, or in dollars a million tokens. */
  by: 'ratio' | 'dollars'
  price: string
  ratio: string
  completionRatio: string
  inputDollars: string
  outputDollars: string
}

export type DraftField = 'name' | 'price' | 'ratio' | 'completionRatio' | 'inputDollars' | 'outputDollars'
type DraftFault = 'nameRequired' | 'nameTaken' | 'required' | 'notNumber' | 'priceZero'

const textOf = (value: number | null): string => (value === null ? '' : amountText(value))

export function buildPriceDraft(name: string, pricing: Pricing | null, quotaPerUnit: number): PriceDraft {
  const { price = null, ratio = null, completionRatio = null } = pricing ?? {}
  const draft: PriceDraft = {
    name,
    kind: price === null ? 'tokens' : 'call',
    by: 'ratio',
    price: textOf(price),
    ratio: price === null ? textOf(ratio) : '',
    completionRatio: price === null ? textOf(completionRatio) : '',
    inputDollars: '',
    outputDollars: '',
  }
  return withDollars(draft, quotaPerUnit)
}

/** The other kind of price starts empty, as the old values have no meaning there. */
export const withKind = (draft: PriceDraft, kind: PriceDraft['kind']): PriceDraft =>
  kind === draft.kind
    ? draft
    : { ...draft, kind, price: '', ratio: '', completionRatio: '', inputDollars: '', outputDollars: '' }

/** Sets a field, and the fields derived from it. */
export function withField(draft: PriceDraft, field: DraftField, text: string, quotaPerUnit: number): PriceDraft {
  const next = { ...draft, [field]: text }
  switch (field) {
    case 'ratio':
    case 'completionRatio':
      return withDollars(next, quotaPerUnit)
    case 'inputDollars':
    case 'outputDollars':
      return withRatios(next, quotaPerUnit)
    default:
      return next
  }
}

function withDollars(draft: PriceDraft, quotaPerUnit: number): PriceDraft {
  const [ratio, completionRatio] = [parseAmount(draft.ratio), parseAmount(draft.completionRatio)]
  const isKnown = typeof ratio === 'number'
  const hasOutput = isKnown && typeof completionRatio === 'number'
  return {
    ...draft,
    inputDollars: isKnown ? amountText(dollarsOfRatio(ratio, quotaPerUnit)) : '',
    outputDollars: hasOutput ? amountText(outputDollarsOf(ratio, completionRatio, quotaPerUnit)) : '',
  }
}

function withRatios(draft: PriceDraft, quotaPerUnit: number): PriceDraft {
  const [input, output] = [parseAmount(draft.inputDollars), parseAmount(draft.outputDollars)]
  const isKnown = typeof input === 'number'
  const hasOutput = isKnown && typeof output === 'number'
  return {
    ...draft,
    ratio: isKnown ? amountText(ratioOfDollars(input, quotaPerUnit)) : '',
    completionRatio: hasOutput ? textOf(completionRatioOf(input, output)) : '',
  }
}

export type DraftResult =
  | { ok: true; name: string; pricing: Pricing }
  | { ok: false; faults: Partial<Record<DraftField, DraftFault>> }

/** The typed price, or the faults by field. `isTaken` recognises names in use. */
export function readPriceDraft(draft: PriceDraft, isTaken: (name: string) => boolean): DraftResult {
  const name = draft.name.trim()
  const faults: Partial<Record<DraftField, DraftFault>> = {}
  if (name === '') faults.name = 'nameRequired'
  else if (isTaken(name)) faults.name = 'nameTaken'
  for (const field of fieldsOf(draft)) {
    const fault = faultOf(draft, field)
    if (fault !== null) faults[field] = fault
  }
  if (Object.keys(faults).length > 0) return { ok: false, faults }
  return { ok: true, name, pricing: pricingOfDraft(draft) }
}

const fieldsOf = ({ kind, by }: PriceDraft): Exclude<DraftField, 'name'>[] => {
  if (kind === 'call') return ['price']
  return by === 'ratio' ? ['ratio', 'completionRatio'] : ['inputDollars', 'outputDollars']
}

/** The price of output is optional: by default the rule for the model's name applies. */
const optional: ReadonlySet<DraftField> = new Set(['completionRatio', 'outputDollars'])

function faultOf(draft: PriceDraft, field: Exclude<DraftField, 'name'>): DraftFault | null {
  const amount = parseAmount(draft[field])
  if (amount === 'invalid') return 'notNumber'
  if (amount === 'empty') return optional.has(field) ? null : 'required'
  return field === 'inputDollars' && amount === 0 ? 'priceZero' : null
}

function pricingOfDraft(draft: PriceDraft): Pricing {
  const amountOf = (text: string) => {
    const amount = parseAmount(text)
    return typeof amount === 'number' ? amount : null
  }
  if (draft.kind === 'call') return { price: amountOf(draft.price), ratio: null, completionRatio: null }
  return { price: null, ratio: amountOf(draft.ratio), completionRatio: amountOf(draft.completionRatio) }
}
