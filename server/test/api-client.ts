import type { ApiToken, ApiTokenWrite } from '@sluice/contract/api-token'
import type { Envelope } from '@sluice/contract/envelope'
import type { LoginUser } from '@sluice/contract/user'

export interface ApiAnswer<T> {
  status: number
  headers: Headers
  body: Envelope<T>
}

/**
 * A client of the console API that behaves like the console: with the session's cookie, the user header and an origin.
 */
export interface ApiClient {
  user: LoginUser
  /** Value of the session cookie. */
  session: string
  request<T = unknown>(method: string, path: string, body?: unknown): Promise<ApiAnswer<T>>
  /** `data` of a successful answer. Throws the message of any other. */
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  put<T>(path: string, body?: unknown): Promise<T>
  delete<T>(path: string): Promise<T>
}

export async function send<T>(
  url: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<ApiAnswer<T>> {
  const response = await fetch(url + path, {
    method,
    headers: {
      origin: url,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope<T> }
}

/** Creates an API token, unlimited by default. `key` is as callers send it. */
export async function createToken(
  client: ApiClient,
  fields: Partial<ApiTokenWrite> = {},
): Promise<{ id: number; key: string }> {
  const name = fields.name ?? `token ${crypto.randomUUID().slice(0, 8)}`
  const token = { unlimited_quota: true, remain_quota: 0, expired_time: -1, ...fields, name }
  await client.post('/api/token/', token)
  const list = await client.get<ApiToken[]>('/api/token/?p=0&size=100')
  const created = list.find((listed) => listed.name === name)
  if (!created) throw new Error(`the token ${name} is not in the list`)
  return { id: created.id, key: `sk-${created.key}` }
}

/** Logs in. Throws the server's message if that fails. */
export async function login(url: string, username: string, password: string): Promise<ApiClient> {
  const answer = await send<LoginUser>(url, 'POST', '/api/user/login', { body: { username, password } })
  const session = /\bsession=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
  if (!answer.body.success || !session) throw new Error(`login of ${username}: ${JSON.stringify(answer.body)}`)
  const user = answer.body.data
  const headers = { cookie: `session=${session}`, 'new-api-user': String(user.id) }
  const request = <T>(method: string, path: string, body?: unknown) => send<T>(url, method, path, { body, headers })
  const requestData =
    <T>(method: string) =>
    async (path: string, body?: unknown) => {
      const { status, body: answered } = await request<T>(method, path, body)
      if (!answered.success) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answered)}`)
      return answered.data
    }
  return {
    user,
    session,
    request,
    get: <T>(path: string) => requestData<T>('GET')(path),
    post: <T>(path: string, body?: unknown) => requestData<T>('POST')(path, body),
    put: <T>(path: string, body?: unknown) => requestData<T>('PUT')(path, body),
    delete: <T>(path: string) => requestData<T>('DELETE')(path),
  }
}
