import { expect, test } from 'bun:test'
import type { AttemptRecord } from '@sluice/contract/usage-log'
import { screen, visit } from '../../../test/visit.tsx'
import { RouteReason } from './route-reason.tsx'

const why = { by: 'only', of: 1, priority: 0, weight: 1, affinity: 'group', former: 7 } as const
const attempt: AttemptRecord = {
  channel_id: 2,
  channel_name: 'two',
  cause: 'broken',
  status: null,
  error: null,
  started_ms: 0,
  duration_ms: 1,
}

test('says which channel answered before, why it was left, and that an accepted answer was unusable', async () => {
  await visit(<RouteReason attempt={attempt} why={why} />)
  await screen.findByText(/that one is not for this group and model \(#7\)/)
  expect(document.body.textContent).toContain('answered, but unusable')
})

test('the same in Chinese', async () => {
  await visit(<RouteReason attempt={attempt} why={why} />, { language: 'zh' })
  await screen.findByText(/该渠道不属于此分组或不提供此模型.*（#7）.*已应答但不可用/)
})
