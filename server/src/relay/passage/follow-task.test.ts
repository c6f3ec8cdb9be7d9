import { expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import { systemClock } from '../../platform/clock.ts'
import type { CallUpstream } from '../../platform/outbound/call-upstream.ts'
import { providerOf } from '../../providers/index.ts'
import { klingPictures } from '../../providers/kling/image-wire.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { followTask } from './follow-task.ts'
import type { Attempt, MediaTools } from './passage.ts'

const { tasks } = klingPictures().wire
const created = { code: 0, data: { task_id: '77', task_status: 'submitted' } }
const running = { code: 0, data: { task_id: '77', task_status: 'processing' } }
const done = { code: 0, data: { task_id: '77', task_status: 'succeed', task_result: { images: [{ url: 'u' }] } } }
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** Follows a task of Kling whose polls have these answers; a function throws. */
async function follow(answers: (Response | (() => never))[], abortAt?: number) {
  const waits: number[] = []
  const left = [...answers]
  const stopping = new AbortController()
  const callUpstream: CallUpstream = async () => {
    const next = left.shift()
    if (next === undefined) throw new Error('no further answer')
    return typeof next === 'function' ? next() : next
  }
  const call = { headers: new Headers(), request: { model: 'm' }, snapshot: { options: {} } }
  const channel = { baseUrl: 'https://maker.example', setting: {}, headerChanges: [] }
  const attempt = { provider: providerOf(50), channel, key: 'sk-host', upstreamModel: 'kling-v2-1' }
  const tools = { callUpstream, hopId: 'hop', dependencies: { clock: systemClock } }
  const following = followTask(
    tools as unknown as MediaTools,
    call as unknown as AdmittedCall,
    attempt as unknown as Attempt,
    {
      tasks,
      body: encode(created),
      signal: stopping.signal,
      async pause(ms) {
        waits.push(ms)
        if (waits.length === abortAt) stopping.abort(new GatewayError('upstream_timeout'))
        if (stopping.signal.aborted) throw stopping.signal.reason
      },
    },
  )
  const result = await following.then(
    (bytes) => JSON.parse(new TextDecoder().decode(bytes)) as unknown,
    (error: GatewayError) => error.code,
  )
  return { result, waits }
}

const unread: (() => Response | (() => never))[] = [
  () => Response.json({}, { status: 500 }),
  () => new Response('<html>busy</html>'),
  () => Response.json({ code: 1303, message: 'busy' }, { status: 429 }),
  () => Response.json({ code: 0, data: { task_id: '77', task_status: 'a new word' } }),
  () => new Response(''),
  () => () => {
    throw new GatewayError('upstream_unreachable')
  },
]

test('a state that cannot be read ends no task', async () => {
  const { result } = await follow([...unread, ...unread].map((build) => build()).concat(Response.json(done)))
  expect(result).toEqual(done)
})

test('a maker that does not answer is asked ever less often, and often again once it answers', async () => {
  const failing = Array.from({ length: 7 }, () => Response.json({}, { status: 503 }))
  const { waits } = await follow([...failing, Response.json(running), Response.json(running), Response.json(done)])
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 3_000, 3_000])
})

test('a task is followed until the call ends', async () => {
  const failing = Array.from({ length: 20 }, () => Response.json({}, { status: 500 }))
  expect((await follow(failing, 10)).result).toBe('upstream_timeout')
})
