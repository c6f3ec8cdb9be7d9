import { expect, test } from 'bun:test'
import type { CacheLine, CacheSums } from '@sluice/contract/cache-report'
import { screen, visit } from '../../../test/visit.tsx'
import { cacheLogSearchOf, cacheSpanOf } from './cache-filters.ts'
import { MarginPage } from './margin-page.tsx'

const sums: CacheSums = {
  calls: 12,
  counted_tokens: 1_000,
  read_tokens: 250,
  write_tokens: 100,
  hit_percent: 25,
  saved: -500_000,
  missed: 1_500_000,
}
const line = (more: Partial<CacheLine>): CacheLine => ({
  ...sums,
  model_name: null,
  channel_id: null,
  channel_name: null,
  token_id: null,
  token_name: null,
  username: null,
  client: null,
  ...more,
})
const nothing = { calls: 0, counted_tokens: 0, read_tokens: 0, write_tokens: 0 }

const visitCaches = (items: CacheLine[], at = '/margin?view=caches') =>
  visit(<MarginPage />, {
    at,
    answers: {
      'GET /api/margin/cache': () => ({ data: { items, total: items.length, sums, is_partial: false } }),
      'GET /api/margin/cache/parts': () => ({ data: { calls: 40, tools: 10, system: 0, message: 1 } }),
    },
  })

test('where prompts differ from the turn before is counted, with what helps', async () => {
  await visitCaches([line({ model_name: 'gpt-4o' })])
  await screen.findByText('The tools')
  expect(screen.getByText('The tools').closest('div')?.textContent).toContain('10 25%')
  screen.getByText('Send the same tools in the same order with each turn.')
})

test('the caches are a view of the page, by model at first, and a line leads to its calls', async () => {
  const here = await visitCaches([line({ model_name: 'gpt-4o' }), line({ model_name: 'by-call', saved: null })])
  await screen.findByText('gpt-4o')
  expect(screen.getAllByText('-$1.00').length).toBeGreaterThan(0)
  expect(screen.getAllByText('25%').length).toBeGreaterThan(0)
  const [link] = screen.getAllByRole('link', { name: '12' })
  expect(link?.getAttribute('href')).toContain('/log?model_name=gpt-4o')
  await here.user.click(screen.getByText('Program'))
  expect(here.address()).toContain('of=client')
})

test('programs and keys without a name say so, and lead nowhere', async () => {
  await visitCaches(
    [line({ client: '' }), line({ client: 'other' }), line({ client: 'Cline' })],
    '/margin?view=caches&of=client',
  )
  for (const name of ['Unknown program', 'Other programs', 'Cline']) await screen.findByText(name)
  expect(screen.getAllByRole('link', { name: '12' })).toHaveLength(1)
})

test('nothing counted is said in words', async () => {
  await visit(<MarginPage />, {
    at: '/margin?view=caches',
    answers: {
      'GET /api/margin/cache': () => ({
        data: {
          items: [],
          total: 0,
          sums: { ...nothing, hit_percent: null, saved: null, missed: null },
          is_partial: false,
        },
      }),
    },
  })
  await screen.findByText('No input was counted in this period')
})

test('the span of a link is not longer than the report allows, and the log is asked for the same', () => {
  const day = 86_400
  expect(cacheSpanOf({ start_timestamp: 1, end_timestamp: 200 * day }, 0)).toEqual({ start: 108 * day, end: 200 * day })
  const span = { start: 1, end: 2 }
  expect(cacheLogSearchOf(line({ channel_id: 3, channel_name: 'c' }), span)).toEqual({
    channel: '3',
    start_timestamp: 1,
    end_timestamp: 2,
  })
  expect(cacheLogSearchOf(line({ token_id: 0, token_name: '', username: 'u' }), span)).toBeNull()
  expect(cacheLogSearchOf(line({ client: 'other' }), span)).toBeNull()
})
