import { setTimeout as wait } from 'node:timers/promises'
import { type JsonRecord, parseRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { isSuccess } from '../../core/is-success.ts'
import { isTaskResult, type MediaTasks } from '../../core/media.ts'
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
/** While the state cannot be read, which is no word about the task. */
const longestFailedWaitMs = 15_000

/** The wait after one of `ms`. Makers that do not answer are asked ever less often. */
const nextWaitMs = (ms: number, isAnswered: boolean): number =>
  isAnswered ? Math.min(ms * 1.5, longestWaitMs) : Math.min(ms * 2, longestFailedWaitMs)

/**
 * The last answer of a task, also if the client leaves meanwhile: `body` itself, or the upstream's answer when the task
 * is over. A state that cannot be read ends nothing: the task is asked for until the call ends. Throws the signal's
 * reason.
 */
export async function followTask(
  { callUpstream, hopId, dependencies: { clock } }: MediaTools,
  call: AdmittedCall,
  attempt: Attempt,
  {
    tasks,
    body,
    signal,
    pause = pauseFor,
  }: { tasks: MediaTasks | undefined; body: Uint8Array; signal: AbortSignal; pause?: typeof pauseFor },
): Promise<Uint8Array> {
  const { provider, channel, key, token } = attempt
  const id = tasks && body.length <= answerBytesMax ? tasks.idOf(objectIn(body)) : null
  if (!tasks || id === null) return body
  const place = { model: attempt.upstreamModel, root: channel.baseUrl ?? provider.baseUrl ?? '' }
  const ended = await poll(tasks.inquire(id, place), ({ answer }) => tasks.isOver(answer))
  const { result } = tasks
  return result ? await poll({ path: result.pathOf(id, place) }, (answered) => isTaskResult(result, answered)) : ended

  async function poll(
    { path, body: state }: { path: string; body?: JsonRecord },
    isLast: (answered: { answer: JsonRecord; status: number }) => boolean,
  ): Promise<Uint8Array> {
    let waitMs = firstWaitMs
    for (;;) {
      await pause(waitMs, signal)
      const { bytes, status } = await ask(path, state)
      if (isLast({ answer: objectIn(bytes), status })) return bytes
      waitMs = nextWaitMs(waitMs, isSuccess(status) && bytes.length > 0)
    }
  }

  /** Status 0 = there was no answer. */
  async function ask(path: string, state: JsonRecord | undefined): Promise<{ bytes: Uint8Array; status: number }> {
    const settings = providerSettingsOf(call.snapshot.options)
    const request = {
      url: path.startsWith('/') ? place.root + path : path,
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
      body: new TextEncoder().encode(state === undefined ? '' : JSON.stringify(state)),
      proxy: proxyOf(channel),
      signal,
    }
    try {
      const response = await callUpstream(await signed(provider, request, { key, now: clock.now }))
      return { bytes: await readAnswer(response, answerBytesMax, () => null), status: response.status }
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      if (!(cause instanceof GatewayError)) throw cause
      return { bytes: nothing, status: 0 }
    }
  }
}

const nothing = new Uint8Array()

const objectIn = (bytes: Uint8Array) => parseRecord(Buffer.from(bytes).toString('utf8')) ?? {}

/** Rejects with the signal's reason. */
const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {
    throw signal.reason
  })
