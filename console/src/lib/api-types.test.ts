import { expect, test } from 'bun:test'
import type { Redemption } from '@sluice/contract/redemption'
import type { Api, ApiError } from './api-client.ts'

// The compiler is the test: a line marked @ts-expect-error that compiles fails `npm run check`.

async function call(api: Api): Promise<void> {
  const code: Redemption = await api('GET /api/redemption/:id', { params: { id: 1 } })
  const codes: Redemption[] = (await api.list('GET /api/redemption/', { query: { p: 1 } })).items
  const keys: string[] = await api('POST /api/redemption/', { body: { name: code.name, quota: 1 } })
  const none: undefined = await api('DELETE /api/redemption/:id', { params: { id: codes.length } })
  // @ts-expect-error: there is no such route.
  await api('GET /api/redemptions/:id', { params: { id: 1 } })
  // @ts-expect-error: the parameter is missing.
  await api('GET /api/redemption/:id')
  // @ts-expect-error: the parameter has another name.
  await api('GET /api/redemption/:id', { params: { code: 1 } })
  // @ts-expect-error: the filter has another name.
  await api.list('GET /api/redemption/', { query: { title: 'x' } })
  // @ts-expect-error: the filter has no such value.
  await api.list('GET /api/redemption/', { query: { status: 'lost' } })
  // @ts-expect-error: a field of the body is missing.
  await api('POST /api/redemption/', { body: { name: '' } })
  // @ts-expect-error: a field of the body has another name.
  await api('POST /api/redemption/', { body: { name: '', quota: 1, amount: 1 } })
  // @ts-expect-error: the route takes no body.
  await api('DELETE /api/redemption/invalid', { body: { ids: [1] } })
  // @ts-expect-error: the answer has no such field.
  String(code.title)
  // @ts-expect-error: the answer is no list.
  await api.list('GET /api/redemption/:id', { params: { id: 1 } })
  expect([keys, none]).toBeArray()
}

const isGone = ({ code }: ApiError): boolean[] => [
  code === 'not_found',
  // @ts-expect-error: the catalogue has no such code.
  code === 'gone',
]

test('calls that differ from the contract do not compile', () => {
  expect([call, isGone]).toBeArray()
})
