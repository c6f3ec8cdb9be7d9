import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import { isSuccess } from '../core/is-success.ts'
import { errorOf, faultOf, withoutOutput } from './video-faults.ts'
import type { VideoAnswer, VideoCreated, VideoOutput, VideoState, VideoUse } from './video-wire.ts'

/** The usual field for the address that a maker calls. */
export const withCallbackUrl = (json: JsonRecord, url: string): JsonRecord => ({ ...json, callback_url: url })

export const isAccepted = ({ status }: VideoAnswer): boolean => isSuccess(status)

/** A task, when the answer names one. `place`: what else of the answer its queries need. */
export const createdWith = (id: unknown, place?: JsonRecord): VideoCreated | null =>
  textOf(id) === '' ? null : { kind: 'created', id: textOf(id), ...(place && { place }) }

/** Only a refusal of the content is sure: by the status of any other answer, another channel may take the call. */
export function refusedBy(code: string, message: string): VideoCreated | null {
  const fault = faultOf(code, message)
  return fault === 'moderation' ? { kind: 'refused', error: { fault, message }, mayTryAnother: false } : null
}

/** The same for an error of OpenAI's form. */
export function refusedByError({ body }: VideoAnswer): VideoCreated | null {
  const error = errorOf(body)
  return error?.fault === 'moderation' ? { kind: 'refused', error, mayTryAnother: false } : null
}

export const queuedState: VideoState = { status: 'QUEUED', progress: null }
export const runningState: VideoState = { status: 'IN_PROGRESS', progress: null }

export const failedState = (code: string, message: string): VideoState => ({
  status: 'FAILURE',
  error: { fault: faultOf(code, message), message: message || code },
})

/** A success needs an address: those without one are left out. `seconds`: of each output. */
export function finishedState(urls: readonly unknown[], use: VideoUse = {}, seconds?: number): VideoState {
  const outputs = urls
    .map(textOf)
    .filter((url) => url !== '')
    .map((url): VideoOutput => ({ url, ...(seconds !== undefined && { seconds }) }))
  if (outputs.length === 0) return { status: 'FAILURE', error: withoutOutput }
  const reported = Object.fromEntries(Object.entries(use).filter(([, value]) => value !== undefined && value !== ''))
  return { status: 'SUCCESS', outputs, ...(Object.keys(reported).length > 0 && { use: reported }) }
}
