import { expect, test } from 'bun:test'
import { createLog } from '../platform/log.ts'
import type { OutboundRequest } from '../platform/outbound/guarded-request.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import type { State } from '../state/snapshot.ts'
import type { TaskRow } from '../store/schema.ts'
import { createHookCaller, parseHook, sealHook } from './client-hook.ts'
import { parseImageName } from './image-address.ts'

const secretBox = createSecretBox('hooks under test')
const options = { MjForwardUrlEnabled: true, ServerAddress: 'https://gate.example' }
// The caller reads only these options of the state.
const state = { current: () => ({ options }) } as unknown as State

/** Creates a hook caller whose requests are recorded and answered with `answer`. */
function createTestCaller(answer: () => Promise<{ status: number }>) {
  const sent: OutboundRequest[] = []
  const caller = createHookCaller({
    // The database is not used, and of the settings only the port.
    db: {} as never,
    state,
    secretBox,
    config: { PORT: 1 } as never,
    log: createLog('silent'),
    hookRequest: async (request) => {
      sent.push(request)
      return { ...(await answer()), headers: new Headers(), bytes: new Uint8Array() }
    },
  })
  return { caller, sent }
}

/** The columns of a task that a hook reads. */
const row = (more: Partial<TaskRow> = {}) =>
  ({
    id: 7,
    platform: 'mj',
    task_id: 't-1',
    action: 'IMAGINE',
    prompt: 'p',
    status: 'SUCCESS',
    progress: 100,
    fail_reason: '',
    submitted_at: 1,
    started_at: 2,
    finished_at: 3,
    revision: 4,
    token_id: null,
    data: '{"imageUrl":"https://upstream.example/1.png"}',
    hook_box: sealHook(secretBox, 'https://me.example/hook?token=s'),
    ...more,
  }) as TaskRow

test('a caller is notified in the form of the callbacks of the upstream, with addresses of this server', async () => {
  const { caller, sent } = createTestCaller(() => Promise.resolve({ status: 200 }))
  caller.changed(row())
  caller.changed(row({ hook_box: null }))
  await caller.idle()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ url: 'https://me.example/hook?token=s', method: 'POST' })
  const body = JSON.parse(String(sent[0]?.body))
  expect(body).toMatchObject({ id: 't-1', status: 'SUCCESS', progress: '100%', submitTime: 1, finishTime: 3 })
  const name = new URL(body.imageUrl).pathname.replace('/mj/image/', '')
  expect(body.imageUrl).toStartWith('https://gate.example/mj/image/')
  expect(parseImageName(secretBox, name)).toBe(7)
  expect(parseImageName(secretBox, name.replace('7-', '8-'))).toBeNull()
})

test('a failed notification is not repeated, and at most two hundred run at the same time', async () => {
  const refused = createTestCaller(() => Promise.reject(new Error('refused')))
  refused.caller.changed(row())
  await refused.caller.idle()
  expect(refused.sent).toHaveLength(1)
  const answered = Promise.withResolvers<{ status: number }>()
  const slow = createTestCaller(() => answered.promise)
  for (let count = 0; count < 250; count++) slow.caller.changed(row())
  expect(slow.sent).toHaveLength(200)
  answered.resolve({ status: 204 })
  await slow.caller.idle()
})

test('only https addresses of limited length are accepted', () => {
  expect(parseHook('https://me.example/h')).toBe('https://me.example/h')
  for (const wrong of ['http://me.example', 'ftp://x', '', 7, null, `https://${'x'.repeat(2_000)}`])
    expect(parseHook(wrong)).toBeNull()
})
