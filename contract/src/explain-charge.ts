import { type Decimal, decimalOf, decimalText, times } from './decimal.ts'
import type { UsageLogDetail } from './usage-log.ts'

export type ChargeLineKind =
  | 'call'
  | 'input_text'
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

/** One line of a bill: `tokens` × all `factors` = `amount` quota, exactly. A call's `tokens` are its units. */
export interface ChargeLine {
  kind: ChargeLineKind
  tokens: number
  /** The part's own ratios, then the model's, then the group's. */
  factors: readonly number[]
  amount: string
}

export interface ChargedRow {
  prompt_tokens: number
  completion_tokens: number
  detail: UsageLogDetail
}

/**
 * How the charge of a usage row came about. The amounts sum to the exact quota of the row. Parts without tokens
 * are left out. Null when the row does not say how it was priced.
 */
export function explainCharge(row: ChargedRow): ChargeLine[] | null {
  const { model_ratio, model_price, group_ratio, exact_quota } = row.detail
  if (group_ratio === undefined) return null
  if (model_price !== undefined && model_price >= 0) {
    const units = row.detail.units ?? 1
    if (exact_quota === undefined) return null
    return [{ kind: 'call', tokens: units, factors: [model_price, group_ratio], amount: exact_quota }]
  }
  if (model_ratio === undefined) return null
  return partsOf(row)
    .filter(({ tokens }) => tokens > 0)
    .map((part) => buildLine(part, [...part.ratios, model_ratio, group_ratio]))
}

interface Part {
  kind: ChargeLineKind
  tokens: number
  ratios: readonly number[]
}

function partsOf({ prompt_tokens, completion_tokens, detail }: ChargedRow): Part[] {
  const audio = detail.audio_ratio ?? 1
  const image = detail.image_ratio ?? 1
  const cached = detail.cache_ratio ?? 1
  const audioInput = detail.audio_input ?? 0
  const imageInput = detail.image_input ?? 0
  const audioOutput = detail.audio_output ?? 0
  const imageOutput = detail.image_output ?? 0
  const read = detail.cache_tokens ?? 0
  const audioRead = detail.cache_audio_tokens ?? 0
  const imageRead = detail.cache_image_tokens ?? 0
  const written = detail.cache_creation_tokens ?? 0
  const writtenHour = detail.cache_creation_tokens_1h ?? 0
  const completion = detail.completion_ratio ?? 1
  return [
    { kind: 'input_text', tokens: prompt_tokens - audioInput - imageInput - read - written, ratios: [] },
    { kind: 'input_audio', tokens: audioInput, ratios: [audio] },
    { kind: 'input_image', tokens: imageInput, ratios: [image] },
    { kind: 'cache_read_text', tokens: read - audioRead - imageRead, ratios: [cached] },
    { kind: 'cache_read_audio', tokens: audioRead, ratios: [cached, audio] },
    { kind: 'cache_read_image', tokens: imageRead, ratios: [cached, image] },
    { kind: 'cache_write_5m', tokens: written - writtenHour, ratios: [detail.cache_creation_ratio ?? 1] },
    { kind: 'cache_write_1h', tokens: writtenHour, ratios: [detail.cache_creation_ratio_1h ?? 1] },
    { kind: 'output_text', tokens: completion_tokens - audioOutput - imageOutput, ratios: [completion] },
    { kind: 'output_audio', tokens: audioOutput, ratios: [audio, detail.audio_completion_ratio ?? 1] },
    { kind: 'output_image', tokens: imageOutput, ratios: [completion] },
  ]
}

function buildLine({ kind, tokens }: Part, factors: readonly number[]): ChargeLine {
  const amount = factors.map(decimalOf).reduce<Decimal>(times, decimalOf(tokens))
  return { kind, tokens, factors, amount: decimalText(amount) }
}
