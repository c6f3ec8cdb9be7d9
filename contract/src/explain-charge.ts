import { type Decimal, decimalOf, decimalText, times } from './decimal.ts'
import { expressionMode, type Variable } from './price-expression/language.ts'
import { searchTools, type ToolName } from './tool-prices.ts'
import type { ToolRunDetail, UsageLogDetail } from './usage-log.ts'

type ChargeLineKind =
  | 'call'
  | 'image'
  | 'second'
  | 'characters'
  | 'input_text'
  | 'input_characters'
  | 'input_audio'
  | 'input_image'
  | 'cache_read_text'
  | 'cache_read_audio'
  | 'cache_read_image'
  | 'cache_write_5m'
  | 'cache_write_1h'
  | 'output_text'
  | 'output_audio'
  | 'output_image'
  | 'output_reasoning'
  | 'input_length'
  | 'expression'
  | ToolName

type Per = 1 | 1_000 | 1_000_000
const perScales: Readonly<Record<Per, number>> = { 1: 0, 1000: 3, 1000000: 6 }

/** A price in currency units: `price` for every `per` calls or images, at `perUnit` quota for a unit. */
interface UnitPrice {
  price: number
  per: Per
  perUnit: number
}

/**
 * One line of a bill. Exactly: `count` × `own` × `model` × (price ÷ per × perUnit) × `group` = `amount` quota, without
 * the factors that are null.
 */
export interface ChargeLine {
  kind: ChargeLineKind
  /** Tokens or characters; with a unit price, how often it was due. */
  count: number
  /** Ratios of this part alone, and the factor of a price rule. */
  own: readonly number[]
  /** The model's ratio; null where a unit price applies instead. */
  model: number | null
  unit: UnitPrice | null
  group: number
  amount: string
  /** The tool whose run it is part of, and the model that the tool used; absent = the call's own tokens. */
  by?: { tool: ToolName; model: string }
}

export interface ChargedRow {
  prompt_tokens: number
  completion_tokens: number
  detail: UsageLogDetail
}

/**
 * The derivation of a usage row's charge. The amounts sum to the exact quota of the row. Parts without tokens are left
 * out. Null when the row does not contain its pricing.
 */
export function explainCharge(row: ChargedRow): ChargeLine[] | null {
  const { group_ratio: group, quota_per_unit: perUnit } = row.detail
  const model = modelParts(row)
  if (group === undefined || model === null) return null
  const runs = row.detail.tool_runs ?? []
  const parts = [...model, ...searchParts(row.detail), ...runs.flatMap(runParts)].filter(({ count }) => count > 0)
  if (perUnit === undefined && parts.some(({ price }) => price !== undefined)) return null
  const lines = parts.map(({ price, per = 1, ...part }) => {
    const unit = price === undefined || perUnit === undefined ? null : { price, per, perUnit }
    return buildLine({ ...part, unit, group })
  })
  return [...lines, ...runs.flatMap(tokenLines)]
}

/** Runs with a price of their own. */
const runParts = ({ tool, count, price }: ToolRunDetail): Part[] =>
  price === undefined ? [] : [{ kind: tool, count, own: [], model: null, price, per: 1000 }]

/** The tokens of a run: those of the model that the tool used. */
function tokenLines({ tool, tokens }: ToolRunDetail): ChargeLine[] {
  if (!tokens) return []
  const by = { tool, model: tokens.model }
  return (explainCharge(tokens) ?? []).map((line) => ({ ...line, by }))
}

interface Part {
  kind: ChargeLineKind
  count: number
  own: readonly number[]
  model: number | null
  /** In currency units. */
  price?: number
  per?: Per
}

/** Currency units of a standard image for each 1 of a model's ratio. */
const dollarsPerImageRatio = 0.0025

/** The quantity that the model's price was applied to; null when the row does not contain it. */
function modelParts(row: ChargedRow): Part[] | null {
  const { detail } = row
  const { model_ratio: model, model_price: price = -1, units: count = 1, image_factor } = detail
  const rule = detail.price_factor === undefined ? [] : [detail.price_factor]
  if (detail.billing_mode === expressionMode) return expressionParts(detail)
  const ofUnit = unitPart(detail)
  if (ofUnit !== null) return [{ ...ofUnit, own: rule, model: null, price }]
  const own = [...(image_factor === undefined ? [] : [image_factor]), ...rule]
  if (price >= 0) return [{ kind: 'call', count, own, model: null, price }]
  if (model === undefined) return null
  if (image_factor !== undefined) return [{ kind: 'image', count, own, model, price: dollarsPerImageRatio }]
  return tokenParts(row).map((part) => ({ ...part, own: [...part.own, ...rule], model }))
}

/** The quantity of a price that is for seconds or characters; null = it is not. */
function unitPart({ price_unit, seconds = 0, spoken_characters = 0 }: UsageLogDetail) {
  if (price_unit === undefined) return null
  return price_unit === 'second'
    ? ({ kind: 'second', count: seconds } as const)
    : ({ kind: 'characters', count: spoken_characters, per: 1_000_000 } as const)
}

const kindsOfVariables: Readonly<Record<Variable | 'call', ChargeLineKind>> = {
  p: 'input_text',
  c: 'output_text',
  len: 'input_length',
  cr: 'cache_read_text',
  cc: 'cache_write_5m',
  cc1h: 'cache_write_1h',
  img: 'input_image',
  ai: 'input_audio',
  img_o: 'output_image',
  ao: 'output_audio',
  sec: 'second',
  chars: 'characters',
  call: 'call',
}

/** One part for each count of a sum of products, otherwise one for the whole. */
function expressionParts({ expr_parts, expr_amount, price_factor }: UsageLogDetail): Part[] | null {
  const rest = { own: price_factor === undefined ? [] : [price_factor], model: null, per: 1_000_000 } as const
  if (expr_parts)
    return expr_parts.map(({ variable, count, price }) => ({ kind: kindsOfVariables[variable], count, price, ...rest }))
  return expr_amount === undefined ? null : [{ kind: 'expression', count: 1, price: Number(expr_amount), ...rest }]
}

const searchParts = (detail: UsageLogDetail): Part[] =>
  searchTools.map((tool) => ({
    kind: tool,
    count: detail[`${tool}_call_count`] ?? 0,
    own: [],
    model: null,
    price: detail[`${tool}_price`] ?? 0,
    per: 1000,
  }))

function tokenParts({ prompt_tokens, completion_tokens, detail }: ChargedRow) {
  const audio = detail.audio_ratio ?? 1
  const image = detail.image_ratio ?? 1
  const cached = detail.cache_ratio ?? 1
  const audioInput = detail.audio_input ?? 0
  const imageInput = detail.image_input ?? 0
  const audioOutput = detail.audio_output ?? 0
  const imageOutput = detail.image_output ?? 0
  const reasoning = detail.reasoning_output ?? 0
  const read = detail.cache_tokens ?? 0
  const audioRead = detail.cache_audio_tokens ?? 0
  const imageRead = detail.cache_image_tokens ?? 0
  const written = detail.cache_creation_tokens ?? 0
  const writtenHour = detail.cache_creation_tokens_1h ?? 0
  const completion = detail.completion_ratio ?? 1
  const text = detail.characters === true ? 'input_characters' : 'input_text'
  const parts: readonly (readonly [ChargeLineKind, count: number, own: readonly number[]])[] = [
    [text, prompt_tokens - audioInput - imageInput - read - written, []],
    ['input_audio', audioInput, [audio]],
    ['input_image', imageInput, [image]],
    ['cache_read_text', read - audioRead - imageRead, [cached]],
    ['cache_read_audio', audioRead, [detail.audio_cache_ratio ?? cached, audio]],
    ['cache_read_image', imageRead, [cached, image]],
    ['cache_write_5m', written - writtenHour, [detail.cache_creation_ratio ?? 1]],
    ['cache_write_1h', writtenHour, [detail.cache_creation_ratio_1h ?? 1]],
    ['output_text', completion_tokens - audioOutput - imageOutput - reasoning, [completion]],
    ['output_audio', audioOutput, [audio, detail.audio_completion_ratio ?? 1]],
    ['output_image', imageOutput, [detail.image_completion_ratio ?? completion]],
    ['output_reasoning', reasoning, [detail.reasoning_ratio ?? completion]],
  ]
  return parts.map(([kind, count, own]) => ({ kind, count, own }))
}

function buildLine(line: Omit<ChargeLine, 'amount'>): ChargeLine {
  const { kind, count, own, model, unit, group } = line
  const factors = [...own, model ?? 1, ...(unit === null ? [] : [unit.price, unit.perUnit]), group]
  const product = factors.map(decimalOf).reduce<Decimal>(times, decimalOf(count))
  const amount = { ...product, scale: product.scale + perScales[unit?.per ?? 1] }
  return { kind, count, own, model, unit, group, amount: decimalText(amount) }
}
