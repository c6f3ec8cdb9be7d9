import { type ErrorCode, errorCodes } from '@sluice/contract/error-codes'
import type { ParamsOf } from '@sluice/contract/error-params'
import type { Reason } from '@sluice/contract/error-reasons'
import { render } from '@sluice/contract/messages/render'
import { packParams } from '@sluice/contract/pack-params'
import { type AnswerOf, takes } from '@sluice/contract/route'
import { isRouteKey, type RouteKey, type Routes, routeEntry, routes } from '@sluice/contract/routes'
import type { z } from 'zod'

/** The input of a call as the server would read it. */
interface Received<K extends RouteKey> {
  params: z.output<Routes[K]['params']>
  query: z.output<Routes[K]['query']>
  body: z.output<Routes[K]['body']>
}

type Answer<K extends RouteKey> = AnswerOf<Routes[K]> | Refused
/** What the server answers, by route. A call to another route fails the test. */
export type Answers = { [K in RouteKey]?: (received: Received<K>) => Answer<K> | Promise<Answer<K>> }

/** An answer that is not a success. */
export class Refused {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

/** A refusal of the server; `fields`: the reason for each refused field. */
export function refuse<C extends ErrorCode>(
  code: C,
  params: ParamsOf<C>,
  fields: Readonly<Record<string, Reason>> = {},
): Refused {
  const message = render('en', 'errors', { code, params })
  return new Refused(errorCodes[code].status, {
    success: false,
    message,
    code,
    ...packParams(params),
    field_reasons: fields,
  })
}

/** The answer of a proxy whose server is unreachable. */
export const badGateway = (): Refused => new Refused(502, '')

export interface FakeApi {
  fetch(url: string, init?: RequestInit): Promise<Response>
  /** Returns the calls since the last time, each as route and body. */
  takeCalls(): { key: RouteKey; body: unknown }[]
  /** Calls that nothing answers, or that the contract refuses. They fail the test. */
  faults: string[]
  /** Replaces answers from now on. */
  answer(more: Answers): void
}

/** The routes of the contract, answered without a server. */
export function fakeApi(answers: Answers): FakeApi {
  const current = { ...answers }
  const calls: { key: RouteKey; body: unknown }[] = []
  const faults: string[] = []

  async function answerTo(url: string, { method = 'GET', body }: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url, location.href)
    const found = findRoute(method, pathname)
    const handler = found && current[found.key]
    if (found === null || !handler) throw new Error(`${method} ${pathname} has no answer`)
    const entry = routeEntry(found.key)
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    const read = (schema: z.ZodType, value: unknown) => (takes(schema) ? schema.parse(value) : undefined)
    calls.push({ key: found.key, body: sent })
    const received = {
      params: read(entry.params, found.params),
      query: read(entry.query, Object.fromEntries(searchParams)),
      body: read(entry.body, sent),
    }
    // Each handler takes the input of its own route, which the compiler cannot relate to the key.
    const answer = await (handler as (received: unknown) => unknown)(received)
    if (answer instanceof Refused) return Response.json(answer.body, { status: answer.status })
    return Response.json({ success: true, message: '', ...Object(answer) })
  }

  return {
    faults,
    takeCalls: () => calls.splice(0),
    answer: (more) => Object.assign(current, more),
    fetch: (url, init = {}) =>
      answerTo(url, init).catch((error: unknown) => {
        faults.push(String(error))
        throw error
      }),
  }
}

const paramsIn = (key: string): number => key.split(':').length

/** A fixed path comes before a pattern that fits it too. */
const patterns = Object.keys(routes)
  .filter(isRouteKey)
  .toSorted((a, b) => paramsIn(a) - paramsIn(b))
  .map((key) => {
    const [method = '', path = ''] = key.split(' ')
    return { key, method, pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }
  })

function findRoute(method: string, path: string) {
  for (const route of patterns) {
    const match = route.method === method ? route.pattern.exec(path) : null
    if (match) return { key: route.key, params: match.groups ?? {} }
  }
  return null
}
