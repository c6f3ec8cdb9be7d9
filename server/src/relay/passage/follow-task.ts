import { setTimeout as wait } from 'node:timers/promises'
import { type JsonRecord, parseRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import type { MediaTasks } from '../../core/media.ts'
import { readAnswer } from '../../platform/outbound/read-answer.ts'
import { signed } from '../../providers/signing.ts'
import { proxyOf } from '../../state/proxy-of.ts'
import { hopsFor, hopsHeader } from '../call/hops.ts'
import { providerSettingsOf } from '../call/provider-settings.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { upstreamHeaders } from '../call/upstream-headers.ts'
import type { Attempt, MediaTools } from './passage.ts'

const answerBytesMax = 4_194_304
const firstWaitMs = 500
const longestWaitMs = 3_000
/** Consecutive failed requests after which polling stops. The upstream may still be working on the task. */
const failuresMax = 4

/**
 * The last answer of a task, also if the client leaves meanwhile: `body` itself, or the upstream's answer when the task
 * is over. Throws GatewayError: the signal's reason, or `upstream_stream_cut` if the task cannot be polled.
 */
export async function followTask(
  { callUpstream, hopId, dependencies: { clock } }: MediaTools,
  call: AdmittedCall,
  attempt: Attempt,
  { tasks, body, signal }: { tasks: MediaTasks | undefined; body: Uint8Array; signal: AbortSignal },
): Promise<Uint8Array> {
  const { provider, channel, key, token, upstreamModel: model } = attempt
  const root = channel.baseUrl ?? provider.baseUrl ?? ''
  const id = tasks && body.length <= answerBytesMax ? tasks.idOf(objectIn(body)) : null
  if (!tasks || id === null) return body
  const ended = await poll(tasks.inquire(id, { model, root }), {
    isAnswer: isSuccess,
    isOver: (answer) => !tasks.isRunning(answer),
  })
  const result = tasks.resultOf?.(id, { model, root })
  if (result === undefined) return ended
  return await poll({ path: result }, { isAnswer: isOfResult, isOver: () => true })

  async function poll(
    { path, body: state }: { path: string; body?: JsonRecord },
    { isAnswer, isOver }: { isAnswer: (status: number) => boolean; isOver: (answer: JsonRecord) => boolean },
  ): Promise<Uint8Array> {
    const requested = new TextEncoder().encode(state === undefined ? '' : JSON.stringify(state))
    let waitMs = firstWaitMs
    let failures = 0
    for (;;) {
      await pause(waitMs, signal)
      waitMs = Math.min(waitMs * 1.5, longestWaitMs)
      const answer = await ask()
      if (answer !== null && isOver(objectIn(answer))) return answer
      failures = answer === null ? failures + 1 : 0
      if (failures >= failuresMax)
        throw new GatewayError('upstream_stream_cut', {}, { detail: `the task ${path} cannot be polled` })
    }

    async function ask(): Promise<Uint8Array | null> {
      const settings = providerSettingsOf(call.snapshot.options)
      const request = {
        url: path.startsWith('/') ? root + path : path,
        method: state === undefined ? ('GET' as const) : ('POST' as const),
        headers: upstreamHeaders(
          {
            ...(state !== undefined && { 'content-type': 'application/json' }),
            accept: 'application/json',
            [hopsHeader]: hopsFor(call.headers, hopId),
          },
          { provider, channel, key, token, settings, model: call.request.model },
          { passed: null, named: call.headers },
        ),
        body: requested,
        proxy: proxyOf(channel),
        signal,
      }
      const response = await callUpstream(await signed(provider, request, { key, now: clock.now }))
      const isAnswered = isAnswer(response.status)
      if (!isAnswered) await response.body?.cancel()
      if (!isAnswered) return null
      const answer = await readAnswer(response, answerBytesMax, () => null)
      return tasks?.isUnread?.(objectIn(answer)) === true ? null : answer
    }
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299

/** A model's own error may have any status; those of an overloaded host say nothing about the task. */
const isOfResult = (status: number): boolean =>
  isSuccess(status) || (status >= 400 && ![408, 429].includes(status) && status <= 500)

const objectIn = (bytes: Uint8Array) => parseRecord(Buffer.from(bytes).toString('utf8')) ?? {}

/** Rejects with the signal's reason. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {
    throw signal.reason
  })
