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
  stored?: string | (() => string)
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
      'GET /api/option/': () => ({
        data: [{ key: line.object_id, value: typeof stored === 'string' ? stored : stored() }],
        secrets_set: [],
        root_only: [],
      }),
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

test('a setting that was changed since then offers no undo, and says so before any click', async () => {
  await visitTrail({ stored: '1000000' })
  await screen.findByText('“Initial quota of new users” was changed since then. Change it in the settings.')
  expect(screen.queryByRole('button', { name: 'Undo this change' })).toBeNull()
})

test('a setting that is changed between the look and the click is not undone', async () => {
  let stored = '500000'
  const here = await visitTrail({ stored: () => stored })
  await screen.findByRole('button', { name: 'Undo this change' })
  stored = '1000000'
  await undo(here)
  await screen.findAllByText('“Initial quota of new users” was changed since then. Change it in the settings.')
  expect(here.api.takeCalls().map(({ key }) => key)).not.toContain('PUT /api/option/')
})

test('changes of batches of codes are sentences', async () => {
  const of = (id: number, action: string, after: object): AuditLine => ({
    ...line,
    id,
    action: `redemption.${action}`,
    object_type: 'redemption',
    object_id: '9',
    before: null,
    after: JSON.stringify(after),
  })
  await visit(<AuditPage />, {
    at: '/audit',
    answers: {
      'GET /api/audit/': () => ({
        data: {
          items: [
            of(1, 'create', { name: 'welcome', quota: 250_000, count: 20, first_id: 1, last_id: 20, expires_at: null }),
            of(2, 'batch_status', { name: 'welcome', changed: 17, status: 2 }),
            of(3, 'batch_status', { name: 'welcome', changed: 1, status: 1 }),
            of(4, 'batch_delete', { name: 'welcome', changed: 17 }),
            of(5, 'batch_delete', {}),
          ],
          total: 5,
          page: 1,
          page_size: 10,
        },
      }),
      'GET /api/option/': () => ({ data: [], secrets_set: [], root_only: [] }),
    },
  })
  await screen.findAllByText('Created 20 codes “welcome” of $0.50 each')
  await screen.findAllByText('Disabled 17 unused codes of “welcome”')
  await screen.findAllByText('Enabled 1 unused code of “welcome”')
  await screen.findAllByText('Deleted 17 unused codes of “welcome”')
  await screen.findAllByText('Deleted the unused codes of a batch')
})

test('the sentence is in the language of the reader', async () => {
  await visitTrail({ language: 'zh' })
  await screen.findAllByText('将“新用户初始额度”从 $0.50 改为 $1.00')
})
