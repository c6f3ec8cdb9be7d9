import { expect, test } from 'bun:test'
import type { DrawingTask } from '@sluice/contract/drawing'
import { screen, visit, waitFor } from '../../../test/visit.tsx'
import { sessionUser } from '../../lib/session.ts'
import { DrawingResult } from './drawing-result.tsx'

const row: DrawingTask = {
  id: 1,
  code: 1,
  user_id: 0,
  username: 'u',
  action: 'IMAGINE',
  mj_id: 'mj-1',
  prompt: 'a pier',
  prompt_en: '',
  description: '',
  state: '',
  submit_time: 1,
  start_time: 1,
  finish_time: 1,
  image_url: '',
  video_urls: [],
  preview_path: '',
  status: 'SUCCESS',
  progress: '100%',
  fail_reason: '',
  channel_id: 0,
  channel_name: '',
  quota: 1,
  is_refunded: false,
  actions: [{ custom_id: 'MJ::JOB::upsample::1::abc', label: 'U1', action: 'UPSCALE' }],
  buttons: '',
  properties: '',
}

/** A row of one's own, with the answers of the drawing API in turn. */
async function visitRow(answers: { status: number; body: object }[]) {
  const Own = () => <DrawingResult row={{ ...row, user_id: sessionUser()?.id ?? 0 }} />
  const visited = await visit(<Own />)
  const sent: unknown[] = []
  const others = globalThis.fetch
  const answer = (path: string, init: RequestInit) => {
    if (path !== '/pg/mj/submit/action') return others(path, init)
    sent.push(JSON.parse(String(init.body)))
    const { status = 200, body = {} } = answers.shift() ?? {}
    return Promise.resolve(Response.json(body, { status }))
  }
  globalThis.fetch = answer as typeof fetch
  const restore = () => {
    globalThis.fetch = others
  }
  return { ...visited, sent, restore }
}

test('a button of a finished drawing is pressed once, and a refusal is shown', async () => {
  const { user, sent, restore } = await visitRow([
    { status: 200, body: { code: 1, result: 'mj-2' } },
    { status: 400, body: { code: 4, error: { message: 'The balance is too small' } } },
  ])
  try {
    for (const text of ['The task was submitted.', 'The balance is too small']) {
      await user.click(screen.getByRole('button', { name: 'Continue the drawing mj-1' }))
      await user.click(await screen.findByText('U1 · Upscale'))
      await waitFor(() => expect(document.body.textContent).toContain(text))
    }
    expect(sent).toEqual(Array(2).fill({ taskId: 'mj-1', customId: 'MJ::JOB::upsample::1::abc' }))
  } finally {
    restore()
  }
})

test('the drawings of others have no buttons', async () => {
  await visit(<DrawingResult row={{ ...row, user_id: -1 }} />)
  expect(screen.queryByRole('button', { name: 'Continue the drawing mj-1' })).toBeNull()
})
