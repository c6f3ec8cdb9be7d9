import { makeReason, reasonAt } from '@sluice/contract/error-reasons'
import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import type { KnownUse } from '../../core/billing/billable.ts'
import type { ImageRequest } from '../../core/billing/image-request.ts'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { askedByFields } from '../../core/usage/asked-by-fields.ts'
import { type AskedTool, askedOther } from '../../core/usage/asked-tools.ts'

/** What the gateway reads of a request; the bytes themselves pass unchanged. */
export interface MediaRequest {
  model: string
  isStream: boolean
  /** These operations have no usage frame to withhold. */
  wantsUsage: false
  /** These operations have no output limit. */
  maxOutputTokens: 0
  /** One answer. The number of images is `image.n`. */
  n: 1
  /** The parsed body. For a form: its fields as texts, and an object for each file. */
  body: JsonRecord
  /** The requested images. */
  image?: ImageRequest
  /** The most searches that may be billed for a ranking, or pictures for a call. Absent = as many as requested. */
  unitsMost?: number
  /** The usage that is known from the request. */
  known?: KnownUse
  /** Paid tools that it allows; absent = none. */
  tools?: readonly AskedTool[]
}

/** A form has the text `true` instead of a boolean. */
export const isTrue = (value: unknown): boolean => value === true || value === 'true'

/** Whether a field is switched on, absent or in a form as text. Throws invalid_request for anything else. */
export function readSwitch(field: string, value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 'false') return false
  if (isTrue(value)) return true
  throw new GatewayError('invalid_request', { reason: reasonAt(field, makeReason('mustBeSwitch')) })
}

/** A number, or its digits in a form. */
export function formNumberOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
}

/** Throws GatewayError `model_required` if there is no `fallback`. */
export function modelOf(body: JsonRecord, fallback?: string): string {
  const { model } = body
  const isMissing = model === undefined || model === null || model === ''
  if (isMissing && fallback !== undefined) return fallback
  if (typeof model !== 'string' || model.trim() === '') throw new GatewayError('model_required')
  if (model.length > 255) throw invalidRequest('modelTooLong')
  return model
}

export function plainRequest(model: string, body: JsonRecord): MediaRequest {
  const tools = [
    // Ark's models of pictures search the web. https://www.volcengine.com/docs/82379/1541523, as known on 2026-11-29
    ...recordsOf(body.tools).map(({ type }) => askedOther('tools', textOf(type) || 'unnamed')),
    ...askedByFields(body),
  ]
  return {
    model,
    isStream: false,
    wantsUsage: false,
    maxOutputTokens: 0,
    n: 1,
    body,
    ...(tools.length > 0 && { tools }),
  }
}
