import { expect, test } from 'bun:test'
import type { AdminApi } from './admin-api.ts'

// The compiler is the test: a line marked @ts-expect-error that compiles fails `npm run check`.

const redemption = {
  id: 1,
  user_id: 1,
  key: '',
  status: 1,
  name: '',
  quota: 1,
  created_time: 0,
  redeemed_time: 0,
  expired_time: 0,
  count: 0 as const,
  used_user_id: 0,
  username: '',
  used_username: '',
  DeletedAt: null,
}
const { name, ...renamed } = { ...redemption, title: '' }

function mount(api: AdminApi): void {
  api.route('GET /api/redemption/:id', () => ({ data: redemption }))
  // @ts-expect-error: a field of the answer has another name.
  api.route('GET /api/redemption/:id', () => ({ data: renamed }))
  // @ts-expect-error: a field of the answer has another type.
  api.route('GET /api/redemption/:id', () => ({ data: { ...redemption, quota: '1' } }))
  // @ts-expect-error: the answer has no data.
  api.route('GET /api/redemption/:id', () => ({}))
  // @ts-expect-error: the route answers no data.
  api.route('DELETE /api/redemption/:id', () => ({ data: redemption }))
  // @ts-expect-error: there is no such route.
  api.route('GET /api/redemptions/:id', () => ({ data: redemption }))
  // @ts-expect-error: the parameter has another name.
  api.route('DELETE /api/redemption/:id', ({ params }) => ({ message: String(params.code) }))
  // @ts-expect-error: the field of the body has another name.
  api.route('PUT /api/redemption/', ({ body }) => ({ data: { ...redemption, name: body.title ?? name } }))
  // @ts-expect-error: the route takes no query.
  api.route('DELETE /api/redemption/:id', ({ query }) => ({ message: query.p }))
}

test('handlers that differ from the contract do not compile', () => {
  expect(mount).toBeFunction()
})
