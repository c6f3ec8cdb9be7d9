import { invalidRequest } from '../../core/invalid-request.ts'
import type { CallUpstream } from '../../platform/outbound/call-upstream.ts'
import { readErrorText } from '../../platform/outbound/read-answer.ts'
import type { Uploads } from '../../providers/own-wire.ts'
import { proxyOf } from '../../state/proxy-of.ts'
import { providerSettingsOf } from '../call/provider-settings.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { upstreamHeaders } from '../call/upstream-headers.ts'
import { neutralRequestOf } from '../passage/neutral-call.ts'
import { operationOf } from '../passage/operations.ts'
import type { Attempt } from '../passage/passage.ts'
import { bytesIn, type UploadableMedia } from '../passage/uploaded-media.ts'

const filesMax = 16
const answerBytesMax = 65_536

export type UploadOutcome =
  | { kind: 'sent'; ids: ReadonlyMap<string, string> }
  /** An answer with a status other than 2xx. */
  | { kind: 'refused'; response: Response }
  /** An error object of the upstream under status 200. */
  | { kind: 'failed'; error: unknown }

/**
 * Uploads the media of a call to the account of `attempt`; null when there is none. The ids belong to that account:
 * another attempt uploads again. Throws GatewayError of the caller for too many files, and the errors of
 * `callUpstream`.
 */
export async function uploadMedia(
  { callUpstream }: { callUpstream: CallUpstream },
  call: AdmittedCall,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<UploadOutcome | null> {
  const { uploads } = attempt.provider
  if (!uploads || !operationOf(call.target).isChat) return null
  const request = neutralRequestOf(call)
  const files = bytesIn(request)
  if (files.length === 0) return null
  if (files.length > filesMax) throw invalidRequest('tooManyFiles', { max: filesMax })
  const ids = new Map<string, string>()
  for (const file of files) {
    const form = new Response(formOf(file, uploads.fieldsOf(request)))
    const response = await callUpstream({
      url: uploads.urlOf(attempt.channel),
      headers: headersOf(call, attempt, form.headers.get('content-type') ?? ''),
      body: new Uint8Array(await form.arrayBuffer()),
      proxy: proxyOf(attempt.channel),
      signal,
    })
    if (response.status < 200 || response.status > 299) return { kind: 'refused', response }
    const text = await readErrorText(response, answerBytesMax)
    const id = uploads.readId(text)
    if (id === null) return { kind: 'failed', error: attempt.format.parseError(text) ?? noId }
    ids.set(file.data, id)
  }
  return { kind: 'sent', ids }
}

const noId = {
  message: 'The upload of a file was answered without an id.',
  type: 'upstream_error',
  code: null,
}

function headersOf(call: AdmittedCall, { provider, channel, key, token }: Attempt, contentType: string) {
  const settings = providerSettingsOf(call.snapshot.options)
  return upstreamHeaders(
    { 'content-type': contentType, accept: 'application/json' },
    { provider, channel, key, token, settings, model: call.request.model },
    { passed: null, named: call.headers },
  )
}

/** Providers determine the kind of a file by its name extension. */
function formOf({ mediaType, data, name }: UploadableMedia, fields: ReturnType<Uploads['fieldsOf']>): FormData {
  const form = new FormData()
  const kind = mediaType.replace(/^.*\//, '').replace(/[^A-Za-z0-9].*$/, '')
  form.append('file', new Blob([Buffer.from(data, 'base64')], { type: mediaType }), name ?? `file.${kind || 'bin'}`)
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return form
}
