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

/** Logs in. Throws the server's message if that fails. */
export async function login(url: string, username: string, password: string): Promise<ApiClient> {
  const answer = await send<LoginUser>(url, 'POST', '/api/user/login', { body: { username, password } })
  const session = /\bsession=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
  if (!answer.body.success || !session) throw new Error(`login of ${username}: ${JSON.stringify(answer.body)}`)
  const user = answer.body.data
  const headers = { cookie: `session=${session}`, 'new-api-user': String(user.id) }
  const request = <T>(method: string, path: string, body?: unknown) => send<T>(url, method, path, { body, headers })
  const dataOf =
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
    get: <T>(path: string) => dataOf<T>('GET')(path),
    post: <T>(path: string, body?: unknown) => dataOf<T>('POST')(path, body),
    put: <T>(path: string, body?: unknown) => dataOf<T>('PUT')(path, body),
    delete: <T>(path: string) => dataOf<T>('DELETE')(path),
  }
}
