import { expect, test } from 'bun:test'
import type { DoctorResult } from '@sluice/contract/channel-doctor'
import { screen, visit, waitFor } from '../../../../test/visit.tsx'
import DoctorDialog from './doctor-dialog.tsx'

const passed = (check: DoctorResult['check']): DoctorResult => ({
  check,
  outcome: 'passed',
  finding: null,
  detail: '',
  time: 0.1,
})

test('the cost is said first, the matrix shows each check, and failing models are removed after a preview', async () => {
  const removed: unknown[] = []
  const { user } = await visit(
    <DoctorDialog
      channel={{ id: 7, name: 'East' }}
      models={['good', 'poor']}
      isEnabled
      onChanged={() => undefined}
      onClose={() => undefined}
    />,
    {
      answers: {
        'POST /api/channel/:id/doctor/estimate': () => ({ data: { calls: 8, quota: 5_000, unpriced: ['poor'] } }),
        'POST /api/channel/:id/doctor': ({ body }) => ({
          data: body.checks.map((check) =>
            body.model === 'poor' && body.client === 'anthropic' && check === 'stream'
              ? { ...passed(check), outcome: 'failed' as const, finding: 'no_end' as const, detail: 'message_delta' }
              : passed(check),
          ),
        }),
        'POST /api/channel/:id/models': ({ body }) => {
          removed.push(body.remove_models)
          return { data: { added_models: [], removed_models: ['poor'], models: 'good' } }
        },
      },
    },
  )
  await screen.findByText('8 calls to the upstream, at most $0.01, charged to your account.')
  await screen.findByText('1 model has no price, and its calls may be refused: poor')
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText('Anthropic · Stream: the stream has no end (message_delta)')
  await screen.findByText('8 of 8 · 55 passed · 1 failed')
  expect(screen.getAllByRole('img', { name: 'Stream: failed' })).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: 'Keep only the 1 model that passes…' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(removed).toEqual([['poor']]))
})
