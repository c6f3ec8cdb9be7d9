import { expect, test } from 'bun:test'
import type { AuditLine } from '@sluice/contract/audit'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import { refuse } from '../../../test/fake-api.ts'
import { screen, visit } from '../../../test/visit.tsx'
import { AuditPage } from './audit-page.tsx'

const line: AuditLine = {
  id: 7,
  created_at: 1_700_000_000,
  actor_id: 1,
  actor_name: 'ada',
  action: 'option.set',
  object_type: 'option',
  object_id: 'QuotaForNewUser',
  before: '"250000"',
  after: '"500000"',
  ip: '192.0.2.1',
  request_id: 'r1',
}

interface TrailOptions {
  stored?: string
  language?: TextLanguage
  role?: 'root' | 'admin'
}

const visitTrail = ({ stored = '500000', language = 'en', role = 'root' }: TrailOptions = {}) =>
  visit(<AuditPage />, {
    language,
    role,
    at: '/audit?open=7',
    answers: {
      'GET /api/audit/': () => ({ data: { items: [line], total: 1, page: 1, page_size: 10 } }),
      'GET /api/option/': () => ({ data: [{ key: line.object_id, value: stored }], secrets_set: [], root_only: [] }),
      'PUT /api/option/': ({ body: { key, was } }) => (was === '500000' ? {} : refuse('option_conflict', { key })),
    },
  })

const undo = async ({ user }: Awaited<ReturnType<typeof visitTrail>>) => {
  await user.click(await screen.findByRole('button', { name: 'Undo this change' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
}

test('a changed setting is a sentence with its title, which is undone by a write of the earlier value', async () => {
  const here = await visitTrail()
  await screen.findAllByText('Changed “Initial quota of new users” from $0.50 to $1.00')
  await undo(here)
  await screen.findByText('Undone: Initial quota of new users')
  const writes = here.api.takeCalls().filter(({ key }) => key === 'PUT /api/option/')
  expect(writes.map(({ body }) => body)).toEqual([{ key: line.object_id, value: '250000', was: '500000' }])
})

test('a setting that was changed since then is not undone', async () => {
  const here = await visitTrail({ stored: '1000000' })
  await undo(here)
  await screen.findByText('“Initial quota of new users” was changed since then. Change it in the settings.')
  expect(here.api.takeCalls().map(({ key }) => key)).not.toContain('PUT /api/option/')
})

test('the sentence is in the language of the reader', async () => {
  await visitTrail({ language: 'zh' })
  await screen.findAllByText('将“新用户初始额度”从 $0.50 改为 $1.00')
})
