import { createHmac } from 'node:crypto'
import { makeReason } from '@sluice/contract/error-reasons'
import type { WebhookNotice } from '@sluice/contract/notification'
import {
  addressObjection,
  hostOf,
  type OutboundException,
  parseOutboundAllow,
} from '../platform/outbound/address-policy.ts'
import {
  createGuardedRequest,
  type GuardedRequest,
  type OutboundRequest,
} from '../platform/outbound/guarded-request.ts'
import { OutboundError, parseTarget, type Resolve } from '../platform/outbound/pinned-fetch.ts'
import type { Notice } from './notice.ts'

export interface WebhookTarget {
  /** https. */
  url: string
  /** '' = none. */
  secret: string
}

/** The worker that makes the call for this server. */
export interface Worker {
  url: string
  key: string
}

/** Requests to addresses from accounts, and to the worker, whose address the operator sets. */
export interface WebhookRequests {
  direct: GuardedRequest
  worker: GuardedRequest
}

const answerBytesMax = 65_536
export const webhookTimeoutMs = 5_000

export function createWebhookRequests(
  outboundAllow: string,
  more: { resolve?: Resolve; ca?: string } = {},
): WebhookRequests {
  const exceptions: OutboundException[] = parseOutboundAllow(outboundAllow)
  const settings = { exceptions, bytesMax: answerBytesMax, timeoutMs: webhookTimeoutMs, ...more }
  return {
    direct: createGuardedRequest({ ...settings, httpsOnly: true }),
    worker: createGuardedRequest({ ...settings, httpsOnly: false }),
  }
}

/** Posts the notice. Throws OutboundError when it was refused: a status other than 2xx, or a timeout. */
export async function sendWebhook(
  requests: WebhookRequests,
  { target, worker, at }: { target: WebhookTarget; worker: Worker | null; at: number },
  notice: Notice,
): Promise<void> {
  const call = buildWebhookCall(target, notice, at)
  const { status } = worker ? await requests.worker(buildWorkerCall(worker, call)) : await requests.direct(call)
  if (status < 200 || status > 299) throw new OutboundError(makeReason('answeredWith', { status }))
}

type WebhookCall = OutboundRequest & { headers: Record<string, string>; body: string }

/** With a secret, a bearer token authenticates the sender and a signature the body. */
function buildWebhookCall({ url, secret }: WebhookTarget, notice: Notice, at: number): WebhookCall {
  const { type, title, content, values } = notice
  const message: WebhookNotice = { type, title, content, values, timestamp: Math.floor(at / 1000) }
  const body = JSON.stringify(message)
  const proof = {
    // Imported accounts may have a secret that is not valid in a header; they get only the signature.
    ...(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(secret) && { authorization: `Bearer ${secret}` }),
    'x-webhook-signature': createHmac('sha256', secret).update(body).digest('hex'),
  }
  return {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(secret !== '' && proof) },
    body,
  }
}

/** The worker builds the body from JSON and keeps texts and their order, so that the signature stays valid. */
function buildWorkerCall(worker: Worker, { url, method, headers, body }: WebhookCall): OutboundRequest {
  // The worker resolves names, so only the address itself is checked here.
  const { protocol, href } = parseTarget(url)
  if (protocol !== 'https:') throw new OutboundError(makeReason('addressWithoutHttps'))
  const objection = addressObjection(hostOf(href), false)
  if (objection !== null) throw new OutboundError(objection)
  const text = JSON.stringify({ url, key: worker.key, method, headers, body: JSON.parse(body) })
  return {
    url: `${worker.url.replace(/\/+$/, '')}/`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
  }
}
