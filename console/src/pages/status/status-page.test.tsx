import { expect, test } from 'bun:test'
import type { SiteHealth } from '@sluice/contract/site-health'
import { screen, visit } from '../../../test/visit.tsx'
import { StatusPage } from './status-page.tsx'
import { strongestIncident } from './strongest-incident.ts'

const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
const longAgo = '2020-01-01T00:00:00Z'
const make = (type: 'error' | 'warning' | 'ongoing' | 'success', content: string, rest: object = {}) => ({
  content,
  extra: '',
  type,
  publishDate: hourAgo,
  ...rest,
})
const model = { model_name: 'gpt-4o', vendor: 'openai', state: 'works' as const, days: [] }
const health: SiteHealth = {
  state: 'works',
  failing: 0,
  success_rate: 99.9,
  first_token_ms: 500,
  measured_at: 1_700_000_000,
  vendors: [{ vendor: 'openai', state: 'works', days: [] }],
  models: [model],
  incidents: [],
}
const visitWith = (change: Partial<SiteHealth>) =>
  visit(<StatusPage />, { answers: { 'GET /api/site_health': () => ({ data: { ...health, ...change } }) } })

test('the headline is the strongest incident that is open, with what is measured below it', async () => {
  const incidents = [
    make('ongoing', 'Moving'),
    make('warning', '**Images** are slow\n\nSince ten.'),
    make('success', 'Hi'),
  ]
  await visitWith({ incidents })
  expect((await screen.findByRole('region', { name: 'Status' })).querySelector('h2')?.textContent).toBe(
    'Images are slow',
  )
  await screen.findByText('All models answer')
})

test('models that fail are named', async () => {
  const fails = { ...model, state: 'fails' as const }
  await visitWith({
    state: 'fails',
    failing: 2,
    models: [fails, { ...fails, model_name: 'o3' }, { ...model, model_name: 'o4' }],
  })
  await screen.findByText('2 models fail: gpt-4o, o3')
})

test('an incident is open until its end, without one for a week', () => {
  const now = Date.now()
  const old = make('error', 'old', { publishDate: longAgo })
  const over = make('error', 'over', { publishDate: longAgo, until: hourAgo })
  const long = make('warning', 'long', { publishDate: longAgo, until: '2999-01-01T00:00:00Z' })
  expect(strongestIncident([old, over, make('success', 'fine')], now)).toBeNull()
  expect(strongestIncident([old, make('ongoing', 'moving'), long], now)?.content).toBe('long')
})
