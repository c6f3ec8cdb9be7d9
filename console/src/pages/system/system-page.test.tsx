import { expect, test } from 'bun:test'
import { jobNames, type SystemState } from '@sluice/contract/system'
import { screen, visit, waitFor, within } from '../../../test/visit.tsx'
import en from '../../locales/en/system.ts'
import { SystemPage } from './system-page.tsx'
import { jobTextKey } from './work-cards.tsx'

const nowSeconds = Math.floor(Date.now() / 1000)
const job = (name: string, more: Partial<SystemState['jobs'][number]> = {}): SystemState['jobs'][number] => ({
  name,
  outcome: 'passed',
  started_at: nowSeconds - 60,
  time_ms: 250,
  failed_since: 0,
  next_at: nowSeconds + 3_600,
  ...more,
})
const task = (kind: SystemState['tasks'][number]['kind'], more: object = {}): SystemState['tasks'][number] => ({
  kind,
  id: 0,
  name: '',
  state: 'idle',
  done: 0,
  total: 0,
  failed: 0,
  started_at: 0,
  finished_at: 0,
  started_by: '',
  next_at: 0,
  ...more,
})
const state: SystemState = {
  version: '1.2.3',
  commit: 'c0ffee012345',
  runtime: 'Bun 1.4.5',
  nodes: [
    {
      name: 'web-1:7',
      is_own: true,
      started_at: nowSeconds - 7_200,
      figures: {
        version: '1.2.3',
        memory_bytes: 268_435_456,
        loop_delay_ms: 12,
        calls: 31,
        ledger_waiting: 4,
        lease_age_ms: 1_500,
        connections_in_use: 2,
        connections_max: 20,
        queries_waiting: 0,
      },
    },
    { name: 'web-2:7', is_own: false, started_at: nowSeconds - 7_200, figures: null },
  ],
  queues: [{ name: 'notices', count: 3 }],
  jobs: [
    job('sessions'),
    job('usage sums', { outcome: 'failed', failed_since: nowSeconds - 600 }),
    job('of later', { next_at: nowSeconds - 90 }),
  ],
  database: {
    engine: 'postgres',
    bytes: 10_737_418_240,
    free_bytes: null,
    groups: [{ name: 'usage', bytes: 1_073_741_824, rows: 4_100_000 }],
  },
  rows_per_day: 41_000,
  growth_bytes: 12_582_912,
  disk: { folder: '/data', free_bytes: 1_073_741_824, total_bytes: 10_737_418_240 },
  log_store: null,
  caches: { state_loaded_at: nowSeconds, channels: 1, models: 1600, redis: 'none' },
  tasks: [task('test', { state: 'running', done: 12, total: 40, failed: 2, started_by: 'ada' }), task('import')],
}

test('nodes, jobs, tasks and sizes are shown; what fails comes first', async () => {
  await visit(<SystemPage />, { answers: { 'GET /api/system/': () => ({ data: state }) } })
  const nodes = await screen.findByRole('table', { name: 'Nodes' })
  expect(within(nodes).getByText('web-1:7').closest('tr')?.textContent).toContain('256 MB12 ms3142 / 20')
  expect(within(nodes).getByText('web-2:7').closest('tr')?.textContent).toContain('need Redis')
  const names = within(screen.getByRole('table', { name: 'Scheduled jobs' })).getAllByRole('rowheader')
  expect(names.map(({ textContent }) => textContent)).toEqual(['Sums for statistics', 'Expired sessions', 'of later'])
  // A job whose time has passed is due: its next run is not in the past.
  expect(screen.getByText('of later').closest('tr')?.textContent).toEndWith('now')
  screen.getByText('PostgreSQL, 10 GB')
  screen.getByText('41,000 rows of the usage log · about 12 MB')
  screen.getByText('1 GB free of 10 GB')
  screen.getByText('1 channel, 1,600 models')
})

test('a running task is cancelled in place', async () => {
  let shown = state
  const { user, api } = await visit(<SystemPage />, {
    answers: {
      'GET /api/system/': () => ({ data: shown }),
      'POST /api/channel/test/cancel': () => {
        shown = { ...state, tasks: [task('test', { state: 'cancelled' })] }
        return { data: true }
      },
    },
  })
  await screen.findByText('12 / 40')
  await user.click(screen.getByRole('button', { name: 'Cancel Test of all channels' }))
  await screen.findByText('Cancelled')
  expect(api.takeCalls().map(({ key }) => key)).toContain('POST /api/channel/test/cancel')
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
})

test('the doctor of a channel is a task with its own cancel', async () => {
  const doctor = task('doctor', { id: 7, name: 'East', state: 'running', done: 3, total: 12, failed: 1 })
  const asked: unknown[] = []
  const { user } = await visit(<SystemPage />, {
    answers: {
      'GET /api/system/': () => ({ data: { ...state, tasks: [doctor] } }),
      'POST /api/channel/:id/doctor/cancel': ({ params }) => {
        asked.push(String(params.id))
        return { data: true }
      },
    },
  })
  await screen.findByText('3 / 12')
  await user.click(screen.getByRole('button', { name: 'Cancel Endpoint doctor East' }))
  await waitFor(() => expect(asked).toEqual(['7']))
})

test('the checks run when they are asked for, problems first', async () => {
  const finding = { check: 'Disk', code: 'x', found: 'enough', advice: '' }
  const { user } = await visit(<SystemPage />, {
    answers: {
      'GET /api/system/': () => ({ data: state }),
      'POST /api/system/check': () => ({
        data: {
          checked_at: nowSeconds,
          findings: [
            { ...finding, level: 'ok' },
            { ...finding, check: 'Channels', found: 'no channel', advice: 'Add one.', level: 'problem' },
          ],
        },
      }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Run the checks' }))
  await screen.findByText('Add one.')
  expect(screen.getByText(/1 thing must be repaired/)).toBeTruthy()
  const [first] = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('Problem'))
  expect(first?.previousSibling).toBeNull()
})

test('administrators see neither the checks nor the file for support', async () => {
  await visit(<SystemPage />, {
    role: 'admin',
    answers: { 'GET /api/system/': () => ({ data: { ...state, disk: null } }) },
  })
  await screen.findByRole('table', { name: 'Nodes' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Run the checks' })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Save file for support' })).toBeNull()
})

test('every job has a name', () => {
  const texts: Record<string, string> = en.jobs.names
  expect(jobNames.filter((name) => texts[jobTextKey(name)] === undefined)).toEqual([])
})
