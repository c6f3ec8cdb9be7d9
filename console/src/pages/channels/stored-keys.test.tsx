import { expect, test } from 'bun:test'
import type { multiKeyStatus } from '@sluice/contract/multi-key'
import { channelStatus } from '@sluice/contract/roles'
import type { z } from 'zod'
import { type Answers, badGateway } from '../../../test/fake-api.ts'
import { sampleChannel } from '../../../test/sample-channel.ts'
import { screen, visit, waitFor, within } from '../../../test/visit.tsx'
import { StoredKeys } from './stored-keys.tsx'

type StoredKey = z.output<typeof multiKeyStatus>['keys'][number]

const keyAt = (index: number, more: Partial<StoredKey> = {}): StoredKey => ({
  index,
  key_id: `id-${index}`,
  key_preview: `…${1000 + index}`,
  status: 1,
  last_used_time: 0,
  ...more,
})

/** A server with these keys, which performs every action; `done` lists the actions. */
function serveKeys(stored: StoredKey[]) {
  const done: string[] = []
  const setStatus = (isAffected: (key: StoredKey) => boolean, status: number) => {
    for (const key of stored) if (isAffected(key)) key.status = status
  }
  const count = (status: number) => stored.filter((key) => key.status === status).length
  const answers: Answers = {
    'POST /api/channel/multi_key/manage': ({ body: { action, key_id, page = 1, page_size = 20 } }) => {
      if (action === 'get_key_status')
        return {
          data: {
            keys: stored.slice((page - 1) * page_size, page * page_size),
            total: stored.length,
            page,
            page_size,
            total_pages: Math.ceil(stored.length / page_size),
            enabled_count: count(channelStatus.enabled),
            manual_disabled_count: count(channelStatus.disabled),
            auto_disabled_count: count(channelStatus.autoDisabled),
          },
        }
      done.push([action, key_id].filter(Boolean).join(' '))
      if (action === 'disable_key') setStatus((key) => key.key_id === key_id, channelStatus.disabled)
      if (action === 'enable_all_keys') setStatus(() => true, channelStatus.enabled)
      const isDeleted = (key: StoredKey) =>
        action === 'delete_key' ? key.key_id === key_id : key.status === channelStatus.autoDisabled
      if (action.startsWith('delete_')) stored.splice(0, stored.length, ...stored.filter((key) => !isDeleted(key)))
      return {}
    },
  }
  return { done, answers }
}

const lines = () => screen.getAllByRole('listitem')
const show = (answers: Answers) => visit(<StoredKeys channel={{ ...sampleChannel, name: 'East' }} />, { answers })

test('each key has its state, and is switched and deleted separately', async () => {
  const refusal = { status: 3, disabled_time: 1_750_000_000, reason: 'Incorrect API key provided' }
  const { done, answers } = serveKeys([keyAt(0), keyAt(1), keyAt(2, refusal)])
  const { user } = await show(answers)
  await screen.findByText('2 of 3 enabled · 1 auto-disabled')
  const refused = within(screen.getByText('…1002').closest('li') ?? document.body)
  refused.getByText('Auto-disabled')
  refused.getByText(/Incorrect API key provided/)

  await user.click(screen.getByRole('switch', { name: 'Enable key 1 (…1000)' }))
  await screen.findByText('1 of 3 enabled · 1 disabled manually · 1 auto-disabled')
  await user.click(screen.getByRole('button', { name: 'Delete key 2 (…1001)' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(lines()).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Delete 1 auto-disabled key' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(lines()).toHaveLength(1))
  // A channel keeps one key at least.
  expect(screen.getByRole('button', { name: 'Delete key 1 (…1000)' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Enable all' }))
  await screen.findByText('1 of 1 enabled')
  expect(done).toEqual(['disable_key id-0', 'delete_key id-1', 'delete_disabled_keys', 'enable_all_keys'])
})

test('many keys are listed page by page', async () => {
  const { answers } = serveKeys(Array.from({ length: 45 }, (_, index) => keyAt(index)))
  const { user } = await show(answers)
  await screen.findByText('…1000')
  await user.click(screen.getByRole('button', { name: 'right' }))
  await screen.findByText('…1020')
  await user.click(screen.getByRole('button', { name: 'right' }))
  await screen.findByText('…1044')
  expect(screen.queryAllByText('…1020')).toHaveLength(0)
})

test('an action that fails is reported, and the key shows its true state', async () => {
  const { answers } = serveKeys([keyAt(0), keyAt(1)])
  const { user, api } = await show(answers)
  const toggle = await screen.findByRole('switch', { name: 'Enable key 1 (…1000)' })
  const list = answers['POST /api/channel/multi_key/manage']
  api.answer({
    'POST /api/channel/multi_key/manage': (received) =>
      received.body.action === 'get_key_status' && list ? list(received) : badGateway(),
  })
  await user.click(toggle)
  await screen.findByText(/502/)
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
  expect(lines()).toHaveLength(2)
})
