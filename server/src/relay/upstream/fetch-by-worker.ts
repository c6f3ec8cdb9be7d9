import { makeReason } from '@sluice/contract/error-reasons'
import { addressObjection, hostOf } from '../../platform/outbound/address-policy.ts'
import type { Fetched } from '../../platform/outbound/guarded-fetch.ts'
import { createGuardedRequest, type RequestSettings } from '../../platform/outbound/guarded-request.ts'
import { OutboundError } from '../../platform/outbound/pinned-fetch.ts'

export interface Worker {
  url: string
  key: string
  /** Whether plain HTTP addresses are allowed. */
  allowsHttp: boolean
}

type WorkerSettings = Omit<RequestSettings, 'httpsOnly'> & { accepts: (contentType: string) => boolean }

/**
 * A fetch by the operator's worker: the media host sees the worker's address, not the gateway's. The worker resolves
 * names, so only the address itself is checked. Throws OutboundError.
 */
export function createWorkerFetch(worker: Worker, settings: WorkerSettings) {
  const request = createGuardedRequest({ ...settings, httpsOnly: false })
  return async (url: string, signal: AbortSignal): Promise<Fetched> => {
    refuseTarget(url, worker.allowsHttp)
    const answer = await request({
      url: `${worker.url}/`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url, key: worker.key }),
      signal,
    })
    if (answer.status !== 200) throw new OutboundError(makeReason('workerAnswered', { status: answer.status }))
    const contentType = answer.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (!settings.accepts(contentType)) throw new OutboundError(makeReason('ofType', { type: contentType }))
    return { bytes: answer.bytes, contentType }
  }
}

function refuseTarget(text: string, allowsHttp: boolean): void {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.username !== '' || url.password !== '') throw new OutboundError(makeReason('addressNotValid'))
  if (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:'))
    throw new OutboundError(makeReason('workerHttps'))
  const objection = addressObjection(hostOf(url.href), false)
  if (objection !== null) throw new OutboundError(objection)
}
