import { expect, test } from 'bun:test'
import type { ChannelChange } from '@sluice/contract/channel-changes'
import type { DryRun } from '@sluice/contract/dry-run'
import { type Answers, refuse } from '../../../../test/fake-api.ts'
import { act, screen, visit, waitFor, within } from '../../../../test/visit.tsx'
import { noteRights } from '../../../lib/session.ts'
import { buildListedChannel, buildTestChannel } from '../test-channel.ts'
import { useChannelActions } from '../use-channel-actions.ts'
import ChannelSheet from './channel-sheet.tsx'

const channel = buildTestChannel({ id: 7, name: 'East', models: 'gpt-5.4,own-model', group: 'default,vip' })
const candidate: DryRun['candidates'][number] = {
  id: 7,
  name: 'East',
  type: 1,
  priority: 0,
  weight: 3,
  chance: 0.75,
  passed: null,
  rest_seconds: 0,
  limited_seconds: 0,
  in_flight: 0,
  latency_ms: null,
  cost: null,
}
const route = {
  group: 'default',
  model: 'gpt-5.4',
  strategy: 'priority',
  service_tier: '',
  tier_left_out: false,
  attempts: 2,
  hedge_ms: null,
  refusal: null,
  passed_groups: [],
  candidates: [candidate, { ...candidate, id: 8, name: 'West', chance: 0.25 }],
  excluded: [],
  excluded_total: 0,
  price: null,
} satisfies DryRun
const change = (more: Partial<ChannelChange>): ChannelChange => ({
  id: 1,
  created_at: 1_700_000_000,
  actor_name: 'ada',
  action: 'channel.update',
  fields: [{ name: 'priority', before: '1', after: '5' }],
  undo: 'possible',
  ...more,
})
const hour = { start: 1_700_000_000, end: 1_700_003_600, step: 1800, counted_from: 1_700_000_000 }
const answers = {
  'GET /api/channel/:id': () => ({ data: channel }),
  'GET /api/log/histogram': () => ({
    data: {
      ...hour,
      bins: [{ at: 1_700_000_000, calls: 15, failed: 5, quota: 500_000 }],
      calls: 15,
      failed: 5,
      quota: 500_000,
      first_token_ms: null,
      first_token_calls: 0,
    },
  }),
  'GET /api/data/errors': () => ({
    data: {
      counted: 5,
      counted_from: 1_700_000_000,
      causes: [
        {
          cause: 'upstream_key' as const,
          calls: 5,
          models: [{ model_name: 'gpt-5.4', calls: 5 }],
          newest: { id: 4, created_at: 1_700_000_100 },
        },
      ],
      lines: [],
      lines_total: 0,
    },
  }),
  'GET /api/channel/dry_run': () => ({ data: route }),
  'POST /api/prices/models': () => ({
    data: [{ model: 'gpt-5.4', unit: 'tokens' as const, amount: 2.5, output: 10 }],
  }),
  'POST /api/channel/multi_key/manage': () => ({
    data: {
      keys: [{ index: 0, key_id: 'a', key_preview: '…cdef', status: 1, last_used_time: 0 }],
      total: 1,
      page: 1,
      page_size: 20,
      total_pages: 1,
      enabled_count: 1,
      manual_disabled_count: 0,
      auto_disabled_count: 0,
    },
  }),
  'POST /api/channel/batch/margins': () => ({ data: [] }),
  'GET /api/channel/:id/changes': () => ({
    data: {
      items: [
        change({}),
        change({ id: 2, undo: 'changed', fields: [{ name: 'models', before: 'a,b', after: 'a,c' }] }),
        change({ id: 3, action: 'channel.create', undo: 'none', actor_name: '' }),
      ],
      total: 3,
    },
  }),
} satisfies Answers

function Sheet() {
  const actions = useChannelActions()
  return (
    <ChannelSheet
      channel={buildListedChannel({ id: 7, name: 'East' })}
      health={undefined}
      failure={undefined}
      actions={actions}
      onEdit={() => undefined}
      onDoctor={() => undefined}
    />
  )
}

const part = async (name: string) => within(await screen.findByRole('region', { name }))

test('a channel shows its day, its errors by cause, its share, prices, keys and changes', async () => {
  await visit(<Sheet />, { answers })
  await (await part('Last 24 hours')).findByText('20 calls · 25% failed · $1.00')
  const cause = (await part('Errors by cause')).getAllByRole('link')[0]
  expect(cause?.getAttribute('href')).toContain('channel=7')
  expect(cause?.getAttribute('href')).toContain('model_name=gpt-5.4')
  const routing = await part('Routing share')
  expect((await routing.findByRole('figure')).textContent).toContain('75%East')
  const models = await part('Models and prices')
  await models.findByText('$2.50 / $10.00')
  expect(models.getByRole('link', { name: /own-model/ }).textContent).toBe('unpriced')
  const keys = await part('Keys')
  await keys.findByText('…cdef')
  expect(keys.queryByRole('switch')).toBeNull()
  const changes = await part('Changes')
  await changes.findByText('Priority: 1 → 5')
  changes.getByText('Models: +c −b')
})

test('a channel without a readable key says so in place of the keys', async () => {
  const none = { ...answers['POST /api/channel/multi_key/manage']().data, keys: [], total: 0, enabled_count: 0 }
  await visit(<Sheet />, { answers: { ...answers, 'POST /api/channel/multi_key/manage': () => ({ data: none }) } })
  await (await part('Keys')).findByText(/^No key is stored, or the stored ones cannot be read/)
})

test('each model has a test of its own', async () => {
  const tested: unknown[] = []
  const test = (model: string) => {
    tested.push(model)
    return model
  }
  const { user } = await visit(<Sheet />, {
    answers: {
      ...answers,
      'GET /api/channel/test/:id': ({ query }) => ({
        time: 0.4,
        model: test(query.model),
        endpoint_type: 'openai' as const,
        stream: false,
        first_token: null,
        prompt_tokens: 1,
        completion_tokens: 1,
        tokens_per_second: null,
        quota: 1,
        cost_quota: null,
      }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Test own-model' }))
  await screen.findByText('Passed')
  expect(tested).toEqual(['own-model'])
})

test('a change is undone, and one whose fields changed since is not', async () => {
  const { user, api } = await visit(<Sheet />, {
    answers: { ...answers, 'POST /api/channel/:id/undo': () => ({ data: channel }) },
  })
  const changes = await part('Changes')
  const [first, second, none] = await changes.findAllByRole('button')
  expect(none).toBeUndefined()
  expect(second?.hasAttribute('disabled')).toBe(true)
  if (first) await user.click(first)
  await waitFor(() => expect(api.takeCalls().map(({ key }) => key)).toContain('POST /api/channel/:id/undo'))
})

test('without the dashboard the causes are not counted, and the page says so', async () => {
  await visit(<Sheet />, {
    answers: {
      ...answers,
      'GET /api/data/errors': () => refuse('dashboard_disabled', {}),
    },
  })
  await screen.findByText('The dashboard is switched off, so causes are not counted.')
})

test('who may only read channels has neither tests nor changes', async () => {
  await visit(<Sheet />, { answers, role: 'admin' })
  act(() => noteRights(1, ['channel.operate', 'channel.write', 'channel.sensitive_write']))
  await (await part('Models and prices')).findByText('$2.50 / $10.00')
  await (await part('Changes')).findByText('Priority: 1 → 5')
  expect(screen.queryByRole('button', { name: /Test|Edit|Undo/ })).toBeNull()
})
