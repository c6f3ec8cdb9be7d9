import type { Envelope, PagedList } from '@sluice/contract/envelope'
import type { ErrorCode } from '@sluice/contract/error-codes'
import type { AnswerOf, DataOf, InputOf, ItemOf } from '@sluice/contract/route'
import type { ListKey, RouteKey, Routes } from '@sluice/contract/routes'
import type { LocalisedRefusal, Refusal } from './error-message.ts'
import { isApiKey } from './secret-text.ts'

/** Options of a call beside its input. */
interface CallOptions {
  signal?: AbortSignal
  /** The browser caches the answer and revalidates it; by default it caches nothing. */
  revalidate?: boolean
}

/** The input of a call; optional where the route needs none. */
type CallArguments<K extends RouteKey> =
  Record<never, never> extends InputOf<Routes[K]>
    ? [input?: InputOf<Routes[K]> & CallOptions]
    : [input: InputOf<Routes[K]> & CallOptions]

/** The console's client of the server. A path, a field or an answer outside the contract does not compile. */
export interface Api {
  /** `data` of the answer. */
  <K extends RouteKey>(key: K, ...input: CallArguments<K>): Promise<DataOf<Routes[K]>>
  /** A list, in either of its two wire forms. */
  list<K extends ListKey>(key: K, ...input: CallArguments<K>): Promise<PagedList<ItemOf<Routes[K]>>>
  /** The whole answer, where it has more than `data`. */
  answer<K extends RouteKey>(key: K, ...input: CallArguments<K>): Promise<SuccessOf<Routes[K]>>
  /** The text of a file. */
  text<K extends FileKey>(key: K, ...input: CallArguments<K>): Promise<string>
  /** The answer with a file, which the caller reads. */
  file<K extends FileKey>(key: K, ...input: CallArguments<K>): Promise<Response>
}

/** The routes that answer with a file. */
type FileKey = { [K in RouteKey]: Routes[K] extends { file: string } ? K : never }[RouteKey]

/** A refusal in the route's own form is thrown like any other. */
type SuccessOf<R> = Exclude<AnswerOf<R>, { message: 'error' }> & { message: string }

/** The input of any route, without its types. */
interface AnyInput extends CallOptions {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, QueryValue>>
  body?: unknown
}

/** `GET /api/token/:id` as method and path, with the parameters filled in. */
function splitKey(key: string, params: AnyInput['params'] = {}): { method: Method; path: string } {
  const space = key.indexOf(' ')
  const path = key.slice(space + 1).replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  // Every key of the contract begins with its method.
  return { method: key.slice(0, space) as Method, path }
}

type QueryValue = string | number | boolean | undefined
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A failed call, with a message for the user. `status` 0 = the server was not reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    message: string,
    readonly status: number,
    /** The code as received: one of a server of another version equals no code of the catalogue. */
    readonly code?: ErrorCode,
    readonly requestId?: string,
    readonly fields: Record<string, string> = {},
    /** Other data of the answer, such as the flow that a second factor finishes. */
    readonly answer: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }
}

/** Messages for failures without an envelope, and the translation of the others. */
interface ApiMessages {
  unreachable(): string
  expired(): string
  keyInAddress(): string
  /** `seconds`: how long to wait; 0 = unknown. */
  tooManyRequests(seconds: number): string
  internal(): string
  demoSite(): string
  other(message: string): string
  localise(refusal: Refusal): LocalisedRefusal | Promise<LocalisedRefusal>
}

export interface ApiClientDeps {
  fetch(url: string, init: RequestInit): Promise<Response>
  userId(): number | null
  /** The user's language, for texts from the server. */
  language(): string
  /** The view of another account that the tab shows is over. */
  onViewEnded(): void
  /** The server no longer recognises the login of `userId`, which the request named. */
  onUnauthorised(userId: number | null): void
  /** Requests the owner's proof for a call; false = it was not given. */
  proveOwner(): Promise<boolean>
  messages: ApiMessages
}

interface FailureBody extends Refusal {
  code?: ErrorCode | undefined
  request_id?: string
}

function urlOf(path: string, query: Readonly<Record<string, QueryValue>> = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? null : asEnvelope(JSON.parse(text))
  } catch {
    // A proxy answered with its own page; the status is enough.
    return null
  }
}

/** Prices and payments send `message: "success"`, or `"error"` with the message in `data`, instead of `success`. */
function asEnvelope(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || 'success' in body) return body
  if (!('message' in body) || !('data' in body)) return body
  if (body.message === 'success') return { ...body, success: true }
  return body.message === 'error' ? { ...body, success: false, message: String(body.data) } : body
}

const isEnvelope = (body: unknown): body is Envelope<unknown> =>
  typeof body === 'object' && body !== null && 'success' in body && typeof body.success === 'boolean'

async function failureOf(
  response: Response,
  body: unknown,
  { messages, onViewEnded }: Pick<ApiClientDeps, 'messages' | 'onViewEnded'>,
): Promise<ApiError> {
  const failure: FailureBody = isEnvelope(body) ? body : {}
  const { message: sentence, fields } = await messages.localise(failure)
  const text = (fallback: string) => (sentence === '' ? fallback : sentence)
  const message = (() => {
    switch (response.status) {
      case 200:
        return text(messages.other('200'))
      case 401:
        return text(messages.expired())
      case 405:
        return messages.demoSite()
      case 403:
        return text(messages.other('403'))
      case 429:
        return messages.tooManyRequests(Number(response.headers.get('retry-after')) || 0)
      case 500:
        return messages.internal()
      default:
        return sentence === '' ? messages.other(String(response.status)) : messages.other(sentence)
    }
  })()
  if (failure.code === 'view_ended') onViewEnded()
  const requestId = failure.request_id ?? response.headers.get('x-oneapi-request-id') ?? undefined
  return new ApiError(message, response.status, failure.code, requestId, fields, {
    ...(isEnvelope(body) ? body : {}),
  })
}

export function createApiClient(deps: ApiClientDeps): Api {
  async function request({ method, path, query, body, signal, revalidate = false }: Call): Promise<Response> {
    if (Object.values(query ?? {}).some((value) => isApiKey(String(value))))
      throw new ApiError(deps.messages.keyInAddress(), 400)
    const userId = deps.userId()
    const response = await deps
      .fetch(urlOf(path, query), {
        method,
        cache: revalidate ? 'no-cache' : 'no-store',
        credentials: 'same-origin',
        headers: {
          'Accept-Language': deps.language(),
          ...(userId === null ? {} : { 'New-Api-User': String(userId) }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      })
      .catch((error: unknown) => {
        if (signal?.aborted) throw error
        throw new ApiError(deps.messages.unreachable(), 0)
      })
    if (response.status === 401) deps.onUnauthorised(userId)
    return response
  }

  /** The whole envelope, for answers that carry more than `data`. Throws ApiError on every failure. */
  async function send(call: Call, isProved = false): Promise<AnyAnswer> {
    const response = await request(call)
    const answer = await readBody(response)
    if (!response.ok || !isEnvelope(answer) || !answer.success) {
      const failure = await failureOf(response, answer, deps)
      if (failure.code !== 'owner_proof_required' || isProved || !(await deps.proveOwner())) throw failure
      return await send(call, true)
    }
    return answer
  }

  async function sendForFile(call: Call): Promise<Response> {
    const response = await request(call)
    // A refusal may have the status 200, and is JSON.
    const isRefused = response.headers.get('content-type')?.startsWith('application/json') === true
    if (response.ok && !isRefused) return response
    throw await failureOf(response, await readBody(response), deps)
  }

  const callOf = (key: string, { params, ...input }: AnyInput = {}): Call => ({ ...splitKey(key, params), ...input })
  const answer = (key: string, input?: AnyInput) => send(callOf(key, input))
  const api: ErasedApi = Object.assign(async (key: string, input?: AnyInput) => (await answer(key, input)).data, {
    answer,
    list: async (key: string, input?: AnyInput) => asList(await answer(key, input)),
    text: async (key: string, input?: AnyInput) => await (await sendForFile(callOf(key, input))).text(),
    file: (key: string, input?: AnyInput) => sendForFile(callOf(key, input)),
  })

  // Keys and inputs are checked by the compiler; the table itself stays out of the bundles.
  return api as Api
}

interface Call extends Omit<AnyInput, 'params'> {
  method: Method
  path: string
}

type AnyAnswer = Envelope<unknown> & Partial<PagedList<unknown>>

interface ErasedApi {
  (key: string, input?: AnyInput): Promise<unknown>
  list(key: string, input?: AnyInput): Promise<unknown>
  answer(key: string, input?: AnyInput): Promise<unknown>
  text(key: string, input?: AnyInput): Promise<string>
  file(key: string, input?: AnyInput): Promise<Response>
}

/** Both list forms of the server as one. */
function asList<T>(answer: Partial<PagedList<T>> & { data: unknown }): PagedList<T> {
  // A route that is called as a list answers in one of its two forms.
  const data = answer.data as T[] | PagedList<T> | null
  if (data !== null && !Array.isArray(data)) return data
  const items = data ?? []
  const { total = items.length, total_max, page = 1, page_size = items.length } = answer
  return { items, total, ...(total_max !== undefined && { total_max }), page, page_size }
}
