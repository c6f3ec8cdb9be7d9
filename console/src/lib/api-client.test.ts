import { expect, test } from 'bun:test'
import { ApiError, createApiClient } from './api-client.ts'

function clientFor(answer: () => Response | Promise<Response>, proveOwner = async () => false) {
  const seen: { url: string; init: RequestInit }[] = []
  let unauthorised = 0
  let ended = 0
  const client = createApiClient({
    fetch: async (url, init) => {
      seen.push({ url, init })
      return answer()
    },
    userId: () => 7,
    language: () => 'zh',
    proveOwner,
    onViewEnded: () => {
      ended++
    },
    onUnauthorised: () => {
      unauthorised++
    },
    messages: {
      unreachable: () => 'unreachable',
      expired: () => 'expired',
      keyInAddress: () => 'key in address',
      tooManyRequests: (seconds) => (seconds === 0 ? 'too many' : `too many for ${seconds} s`),
      internal: () => 'internal',
      demoSite: () => 'demo',
      other: (message) => `other ${message}`,
      localise: ({ message = '', fields }) => ({ message, fields: { ...fields } }),
    },
  })
  return { client, seen, unauthorised: () => unauthorised, ended: () => ended }
}

const catchApiError = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${error}`)
  return error
}

test('a request names its user, is never cached, and leaves empty filters out', async () => {
  const { client, seen } = clientFor(() => Response.json({ success: true, message: '', data: 5 }))
  expect<unknown>(await client('GET /api/log/stat', { query: { type: 1, model_name: '', group: undefined } })).toBe(5)
  expect(seen[0]?.url).toBe('/api/log/stat?type=1')
  expect(seen[0]?.init.cache).toBe('no-store')
  expect(new Headers(seen[0]?.init.headers).get('New-Api-User')).toBe('7')
  expect(new Headers(seen[0]?.init.headers).get('Accept-Language')).toBe('zh')
})

test('a business failure carries its code, fields and request id', async () => {
  const body = {
    success: false,
    message: 'No',
    data: null,
    code: 'c',
    request_id: 'r',
    fields: { name: 'n' },
  }
  const error = await catchApiError(clientFor(() => Response.json(body)).client('POST /api/user/logout'))
  expect(error).toMatchObject({
    message: 'No',
    status: 200,
    code: 'c',
    requestId: 'r',
    fields: { name: 'n' },
  })
})

test.each([
  [405, 'demo'],
  [429, 'too many'],
  [500, 'internal'],
  [404, 'other 404'],
])('status %d has the message "%s"', async (status, message) => {
  const { client, unauthorised } = clientFor(() => new Response('<html>', { status }))
  expect((await catchApiError(client('GET /api/user/self'))).message).toBe(message)
  expect(unauthorised()).toBe(0)
})

test('a 429 includes the waiting time, if the server sends it', async () => {
  const { client } = clientFor(() => new Response('', { status: 429, headers: { 'retry-after': '30' } }))
  expect((await catchApiError(client('GET /api/user/self'))).message).toBe('too many for 30 s')
})

const needsProof = () => Response.json({ success: false, message: 'No', code: 'owner_proof_required' })

test('a call that needs the owner is repeated once the proof is given, and only once', async () => {
  const answers = [needsProof(), Response.json({ success: true, message: '', data: 5 })]
  const { client, seen } = clientFor(
    () => answers.shift() ?? needsProof(),
    async () => true,
  )
  expect(await client('POST /api/user/topup', { body: { key: 'a' } })).toBe(5)
  expect(seen.map(({ init }) => init.body)).toEqual(['{"key":"a"}', '{"key":"a"}'])
  expect((await catchApiError(client('POST /api/user/logout'))).code).toBe('owner_proof_required')
  expect(seen).toHaveLength(4)
})

test('without the proof the call fails, and is not repeated', async () => {
  const { client, seen } = clientFor(needsProof)
  expect((await catchApiError(client('POST /api/user/logout'))).code).toBe('owner_proof_required')
  expect(seen).toHaveLength(1)
})

test('a 401 ends the session', async () => {
  const { client, unauthorised } = clientFor(() => new Response('', { status: 401 }))
  expect((await catchApiError(client('GET /api/user/self'))).message).toBe('expired')
  expect(unauthorised()).toBe(1)
})

test('an unreachable server is reported as such', async () => {
  const { client } = clientFor(() => Promise.reject(new TypeError('failed to fetch')))
  expect(await catchApiError(client('GET /api/user/self'))).toMatchObject({ message: 'unreachable', status: 0 })
})

test('both forms of lists give the same result', async () => {
  const plain = { success: true, message: '', data: [1], total: 9, page: 2, page_size: 1 }
  const paged = { success: true, message: '', data: { items: [1], total: 9, page: 2, page_size: 1 } }
  const expected = { items: [1], total: 9, page: 2, page_size: 1 }
  expect<unknown>(await clientFor(() => Response.json(plain)).client.list('GET /api/task/')).toEqual(expected)
  expect<unknown>(await clientFor(() => Response.json(paged)).client.list('GET /api/task/')).toEqual(expected)
})

test('answers of the wallet, which have no field success, are accepted too', async () => {
  const paid = { message: 'success', data: '7.30', currency: '' }
  const { client } = clientFor(() => Response.json(paid))
  expect(await client.answer('POST /api/user/amount', { body: { amount: 1 } })).toMatchObject(paid)
  const refused = { message: 'error', data: 'Too little.', code: 'c' }
  const error = await catchApiError(clientFor(() => Response.json(refused)).client('POST /api/user/logout'))
  expect(error).toMatchObject({ message: 'Too little.', code: 'c', status: 200 })
})

test('a list whose query may contain a key is requested with the query in the body', async () => {
  const { client, seen } = clientFor(() => Response.json({ success: true, message: '', data: [], total: 0 }))
  const query = { keyword: 'sk-0123456789abcdef', p: 0, id_sort: true }
  await client.list('POST /api/channel/search', { body: query })
  expect(seen[0]?.url).toBe('/api/channel/search')
  expect(seen[0]?.init).toMatchObject({ method: 'POST', body: JSON.stringify(query) })
})

test('an API key is never sent in an address', async () => {
  const { client, seen } = clientFor(() => Response.json({ success: true, message: '', data: [], total: 0 }))
  const query = { keyword: 'sk-0123456789abcdef' }
  expect(await catchApiError(client.list('GET /api/user/search', { query }))).toMatchObject({
    message: 'key in address',
  })
  expect(seen).toEqual([])
})

test('a view that is over is reported, and its sentence stands alone', async () => {
  const refuse = (code: string) => () => Response.json({ success: false, message: 'no', code }, { status: 403 })
  const over = clientFor(refuse('view_ended'))
  expect(await catchApiError(over.client('GET /api/user/self'))).toMatchObject({ message: 'no', code: 'view_ended' })
  const refused = clientFor(refuse('view_is_read_only'))
  expect((await catchApiError(refused.client('POST /api/user/logout'))).message).toBe('no')
  expect([over.ended(), refused.ended(), over.unauthorised()]).toEqual([1, 0, 0])
})
