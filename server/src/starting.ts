import { render } from '@sluice/contract/messages/render'
import { buildErrorAnswer } from './admin/error-answer.ts'
import { GatewayError } from './core/errors.ts'
import { languageOf } from './platform/accepted-language.ts'
import type { Clock } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import { addCommonHeaders } from './platform/security-headers.ts'
import { pathOf } from './relay/entry/request-target.ts'
import { refuseEarly } from './relay/refuse-early.ts'
import type { MigrationStep, MigrationWatch } from './store/run-migrations.ts'

/** What a starting server does, as `/healthz` says it. */
type Phase =
  | { status: 'starting' }
  /** Another process migrates the database. */
  | { status: 'waiting'; since: string }
  | { status: 'migrating'; step: number; of: number; name: string; since: string }

export interface Starting {
  /** Writes the steps of migrations to the log. */
  readonly watch: MigrationWatch
  /** Answers a request that comes before the server can serve it. */
  answer(request: Request): Response
}

const retryAfterSeconds = 5

/** A server between listening and serving: it says that it is alive, and what it waits for. */
export function createStarting({
  clock,
  log,
  requestIds,
  basePath,
}: {
  clock: Clock
  log: Log
  requestIds: () => string
  basePath: string
}): Starting {
  let phase: Phase = { status: 'starting' }
  let begunAt = 0
  // Each request of a client that waits would be a line.
  const silent = log.child({}, { level: 'silent' })
  const since = () => new Date(clock.now()).toISOString()

  const watch: MigrationWatch = {
    waits() {
      if (phase.status !== 'waiting') phase = { status: 'waiting', since: since() }
      log.info({ since: phase.since }, 'another process migrates the database; this one waits for it')
    },
    begins({ name, number, count, isRepeated }) {
      begunAt = clock.monotonic()
      phase = { status: 'migrating', step: number, of: count, name, since: since() }
      const step = describeStep(name, number, count)
      if (isRepeated) log.warn(step, 'an earlier start was ended within this migration; it is repeated')
      else log.info(step, 'a migration begins')
    },
    ends({ name, number, count }) {
      phase = { status: 'starting' }
      const seconds = Math.round(clock.monotonic() - begunAt) / 1_000
      log.info({ ...describeStep(name, number, count), seconds }, 'a migration is done')
    },
  }

  function answer(request: Request): Response {
    const id = requestIds()
    const response = answerPath(request, id)
    response.headers.set('x-oneapi-request-id', id)
    return response
  }

  function answerPath(request: Request, id: string): Response {
    const { pathname: path } = pathOf(request.url, basePath)
    if (path === '/healthz') return Response.json(phase)
    const headers = { 'retry-after': String(retryAfterSeconds) }
    if (path === '/readyz') return Response.json({ ready: false, ...phase }, { status: 503, headers })
    const error = new GatewayError('starting', {}, { retryAfterSeconds })
    const language = languageOf(request.headers)
    const response =
      refuseEarly(request, error, { id, basePath }) ??
      (isPageVisit(request)
        ? new Response(buildPage(language, render(language, 'errors', error)), { status: 503, headers: pageHeaders })
        : buildErrorAnswer(error, { log: silent, requestId: id, language }))
    addCommonHeaders(response.headers, { isHttps: false })
    return response
  }

  return { watch, answer }
}

const describeStep = (name: MigrationStep['name'], number: number, count: number) => ({
  migration: name,
  step: number,
  of: count,
})

const isPageVisit = ({ method, headers }: Request): boolean =>
  method === 'GET' && (headers.get('accept') ?? '').includes('text/html')

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'retry-after': String(retryAfterSeconds),
}

/** A page that loads itself again until the console answers in its place. */
const buildPage = (language: string, text: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>503</title>` +
  `<meta http-equiv="refresh" content="${retryAfterSeconds}"></head><body><p>${text}</p></body></html>\n`
