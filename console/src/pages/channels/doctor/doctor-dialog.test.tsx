import { expect, test } from 'bun:test'
import type { DoctorPlan, DoctorResult, DoctorRun } from '@sluice/contract/channel-doctor'
import { screen, visit, waitFor } from '../../../../test/visit.tsx'
import DoctorDialog from './doctor-dialog.tsx'

const passed = (check: DoctorResult['check']): DoctorResult => ({
  check,
  outcome: 'passed',
  finding: null,
  detail: '',
  time: 0.1,
})

const dialog = (
  <DoctorDialog
    channel={{ id: 7, name: 'East' }}
    models={['good', 'poor']}
    isEnabled
    onChanged={() => undefined}
    onClose={() => undefined}
  />
)
const none: DoctorRun = { state: 'idle', started_at: 0, finished_at: 0, started_by: '', checks: [], pairs: [] }
const estimate = { calls: 8, quota: 5_000, unpriced: ['poor'], not_long: [] }
const runOf = (plan: DoctorPlan, state: DoctorRun['state']): DoctorRun => ({
  state,
  started_at: 1_700_000_000,
  finished_at: state === 'running' ? 0 : 1_700_000_060,
  started_by: 'ada',
  checks: plan.checks,
  pairs: plan.models.flatMap((model) =>
    plan.clients.map((client) => ({
      model,
      client,
      state: 'done' as const,
      results: plan.checks.map((check) =>
        model === 'poor' && client === 'anthropic' && check === 'stream'
          ? { ...passed(check), outcome: 'failed' as const, finding: 'no_end' as const, detail: 'message_delta' }
          : passed(check),
      ),
    })),
  ),
})

test('the cost is said first, the matrix shows each check, and failing models are removed after a preview', async () => {
  const removed: unknown[] = []
  let last = none
  const { user } = await visit(dialog, {
    answers: {
      'POST /api/channel/:id/doctor/estimate': () => ({ data: estimate }),
      'GET /api/channel/:id/doctor': () => ({ data: last }),
      'POST /api/channel/:id/doctor': ({ body }) => {
        expect(body.checks).not.toContain('long')
        last = runOf(body as DoctorPlan, 'finished')
        return { data: last }
      },
      'POST /api/channel/:id/models': ({ body }) => {
        removed.push(body.remove_models)
        return { data: { added_models: [], removed_models: ['poor'], models: 'good' } }
      },
    },
  })
  await screen.findByText('8 calls to the upstream, at most $0.01, charged to your account.')
  await screen.findByText('1 model has no price, and its calls may be refused: poor')
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText('Anthropic · Stream: the stream has no end (message_delta)')
  await screen.findByText('8 of 8 · 55 passed · 1 failed')
  expect(screen.getAllByRole('img', { name: 'Stream: failed' })).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: 'Keep only the 1 model that passes…' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(removed).toEqual([['poor']]))
})

test('a run that someone started is shown when the dialog opens, and can be stopped while it runs', async () => {
  const plan: DoctorPlan = { models: ['good'], clients: ['openai'], checks: ['plain', 'stream'] }
  let last = runOf(plan, 'running')
  const { user } = await visit(dialog, {
    answers: {
      'POST /api/channel/:id/doctor/estimate': () => ({ data: { ...estimate, not_long: ['poor'] } }),
      'GET /api/channel/:id/doctor': () => ({ data: last }),
      'POST /api/channel/:id/doctor/cancel': () => {
        last = runOf(plan, 'cancelled')
        return { data: true }
      },
    },
  })
  await screen.findByText(/it continues when this window is closed/)
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await screen.findByText(/Last run by ada, stopped/)
  // The cost of a long prompt is said before the start.
  await user.click(screen.getByRole('checkbox', { name: 'Long context' }))
  await screen.findByText('1 model gets no long prompt, because its context or price is unknown: poor')
  expect(screen.getByRole('button', { name: 'Start' })).toBeTruthy()
})
