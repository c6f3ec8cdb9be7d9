import type { KnownUse } from '../../core/billing/billable.ts'
import type { ImageRequest } from '../../core/billing/image-request.ts'
import { GatewayError } from '../../core/errors.ts'

export type Wire = Record<string, unknown>

/** What the gateway reads of a request; the bytes themselves go on as they came. */
export interface MediaRequest {
  model: string
  isStream: boolean
  /** None of these has a usage frame that could be left out. */
  wantsUsage: false
  /** None has text for an answer that the caller could limit. */
  maxOutputTokens: 0
  /** One answer is due. Of images there may be more: `image.n`. */
  n: 1
  /** The parsed body. Of a form its fields, as texts, and an object for each file. */
  body: Wire
  /** The images asked for. */
  image?: ImageRequest
  /** The most searches that a ranking may be billed as. */
  searchUnits?: number
  /** What is known of its use already. */
  known?: KnownUse
}

/** A form has texts where JSON has `true`. */
export const isTrue = (value: unknown): boolean => value === true || value === 'true'

/** A number, or the digits that stand for it in a form. */
export function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
}

/** Throws GatewayError `model_required`, where there is no `fallback`. */
export function modelOf(body: Wire, fallback?: string): string {
  const { model } = body
  const isMissing = model === undefined || model === null || model === ''
  if (isMissing && fallback !== undefined) return fallback
  if (typeof model !== 'string' || model.trim() === '') throw new GatewayError('model_required')
  if (model.length > 255) throw new GatewayError('invalid_request', { reason: 'the model name is too long' })
  return model
}

export const plainRequest = (model: string, body: Wire): MediaRequest => ({
  model,
  isStream: false,
  wantsUsage: false,
  maxOutputTokens: 0,
  n: 1,
  body,
})
