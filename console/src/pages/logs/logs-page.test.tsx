import { expect, test } from 'bun:test'
import { makeReason } from '@sluice/contract/error-reasons'
import { logType } from '@sluice/contract/roles'
import type { UsageHistogram } from '@sluice/contract/usage-log'
import { type Answers, refuse } from '../../../test/fake-api.ts'
import { screen, visit, within } from '../../../test/visit.tsx'
import { logFilterDefaults } from './log-filters.ts'
import { LogsPage } from './logs-page.tsx'
import { histogramQuery, logStatQuery } from './queries.ts'
import { logRow } from './test-rows.ts'

const at = 1_795_000_000
const wire = (given: Parameters<typeof logRow>[0]) => {
  const { detail: _, ...row } = logRow(given)
  return row
}
const error = { code: 'bad_response_status_code', status: 404, message: 'not found' }
const rows = [
  wire({
    id: 3,
    request_id: 'c',
    created_at: at + 20,
    model_name: 'gpt-4o',
    quota: 1_550,
    prompt_tokens: 1_000,
    completion_tokens: 50,
  }),
  wire({
    id: 2,
    request_id: 'b',
    created_at: at + 10,
    type: logType.error,
    model_name: 'gpt-9',
    other: JSON.stringify({ error }),
  }),
  wire({ id: 1, created_at: at, model_name: 'gpt-4o', other: '{"cache_tokens":630}', prompt_tokens: 1_000 }),
]
const otherPage = wire({
  id: 77,
  model_name: 'of another page',
  quota: 17,
  prompt_tokens: 5,
  completion_tokens: 2,
  other: JSON.stringify({
    model_ratio: 1,
    completion_ratio: 6,
    group_ratio: 1,
    usage_unbelieved: { output: 99_999_999 },
  }),
})
const histogram: UsageHistogram = {
  start: at - 600,
  end: at + 600,
  step: 60,
  bins: [{ at, calls: 873, failed: 38, quota: 16_525_000 }],
  calls: 873,
  failed: 38,
  quota: 16_525_000,
  counted_from: at - 600,
  first_token_ms: 610,
  first_token_calls: 500,
}
const asked: object[] = []
const answers: Answers = {
  'GET /api/log/self': ({ query }) => {
    asked.push(query)
    return { data: { items: rows, total: 3, total_max: 10_000, page: 1, page_size: 10, next_cursor: null } }
  },
  'GET /api/log/self/stat': () => ({ data: { quota: 16_525_000, rpm: 1, tpm: 2 } }),
  'GET /api/log/self/histogram': () => ({ data: histogram }),
  'GET /api/user/self/groups': () => ({ data: {} }),
  'GET /api/log/self/entry/:id': ({ params }) => {
    const entry = rows.find(({ id }) => String(id) === String(params.id))
    return { data: { entry: entry ?? otherPage, related: [] } }
  },
}
const open = (address = '/log') => visit(<LogsPage />, { role: 'user', answers, at: address })

test('the log opens on calls, with the answer in a line and the causes of failures', async () => {
  asked.length = 0
  await open()
  expect(await screen.findByText('911 calls')).toBeTruthy()
  expect(asked[0]).toMatchObject({ calls_only: 1 })
  expect(screen.getByText('4.2% failed')).toBeTruthy()
  expect(screen.getByText('p50 first token 610 ms')).toBeTruthy()
  expect(screen.getByRole('img', { name: /911, of which 38 failed, \$33\.05/ })).toBeTruthy()
  const failed = (await screen.findAllByText('gpt-9'))[0]?.closest('tr')
  expect(failed?.textContent).toContain('The provider does not know this model')
  expect(screen.getByText('(63%)')).toBeTruthy()
})

test('where calls have more entries than there are calls, the line says so', async () => {
  const list = { items: rows, total: 914, total_max: 10_000, page: 1, page_size: 10, next_cursor: null }
  await visit(<LogsPage />, {
    role: 'user',
    answers: { ...answers, 'GET /api/log/self': () => ({ data: list }) },
    at: '/log',
  })
  expect(await screen.findByText('911 calls')).toBeTruthy()
  expect(await screen.findByText('in 914 entries')).toBeTruthy()
})

test('Enter opens a call beside the list; j and k step through it, and Escape closes it', async () => {
  const { user, address } = await visit(
    <main>
      <LogsPage />
    </main>,
    { role: 'user', answers, at: '/log' },
  )
  await screen.findAllByText('gpt-9')
  await user.keyboard('j{Enter}')
  expect(await screen.findByText(/^Completed in/)).toBeTruthy()
  expect(address()).toBe(`/log?open=${at + 20}-3`)
  await user.keyboard('j')
  expect(await screen.findByText(/^Failed: the provider does not know/)).toBeTruthy()
  expect(address()).toBe(`/log?open=${at + 10}-2`)
  await user.keyboard('k')
  expect(address()).toBe(`/log?open=${at + 20}-3`)
  await user.keyboard('{Escape}')
  expect(address()).toBe('/log')
})

test('an address with a row of another page opens it', async () => {
  await open(`/log?open=${at - 999}-77`)
  const sheet = await screen.findByRole('dialog')
  expect((await within(sheet).findAllByText('of another page')).length).toBeGreaterThan(0)
  expect(await within(sheet).findByText(/cannot be true \(99,999,999 output tokens\)/)).toBeTruthy()
})

test('filters are saved as a view, which the next visit has', async () => {
  const { user, address } = await open('/log?type=5&model_name=gpt-9')
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  await user.click(await screen.findByText('Save these filters as a view'))
  await user.type(await screen.findByRole('textbox', { name: 'Name of the view' }), 'failing{Enter}')
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body)
  expect(address()).toBe('/log')
  await user.click(screen.getByRole('button', { name: 'Views' }))
  await user.click(await screen.findByText('failing'))
  expect(address()).toContain('model_name=gpt-9')
  expect(address()).toContain('type=5')
})

test('a link to an entry that is gone says so, and the list stays', async () => {
  const gone = {
    ...answers,
    'GET /api/log/self/entry/:id': () => refuse('not_found', { what: makeReason('logEntry') }),
  }
  const { user, address } = await visit(<LogsPage />, { answers: gone, role: 'user', at: '/here?open=1795000000-99' })
  expect(await screen.findByText(/does not exist any more/)).toBeTruthy()
  expect(screen.getAllByRole('table').length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(address()).not.toContain('open=')
})

test('a live log loads its figures and its histogram again too', () => {
  const view = { isAdmin: false, filters: logFilterDefaults, liveMs: 3_000 }
  expect(logStatQuery(view).refetchInterval).toBe(6_000)
  expect(histogramQuery(view).refetchInterval).toBe(6_000)
  expect(logStatQuery({ ...view, liveMs: undefined }).refetchInterval).toBeUndefined()
})
