import { reasonAt } from '@sluice/contract/error-reasons'
import { isRecord, type JsonRecord, parseJson, recordOf } from '@sluice/contract/read-json'
import { GatewayError } from '../core/errors.ts'
import { invalidRequest } from '../core/invalid-request.ts'
import { joinInSteps } from '../core/json/join-in-steps.ts'
import { readJsonInSteps } from '../core/json/read-json-in-steps.ts'
import { writePiecesInSteps } from '../core/json/write-json-in-steps.ts'
import { estimatePromptTokens } from '../core/tokens/estimate-prompt.ts'
import type { AskedTool } from '../core/usage/asked-tools.ts'
import { marksHour } from '../core/usage/cache-marks.ts'
import type { Asked, Made } from '../core/usage/served.ts'
import { createPause, finishInTurns, stepMax } from '../platform/in-turns.ts'
import { withoutMark } from '../platform/read-body.ts'
import { type ClientTarget, clientTargetOf } from '../protocols/client-target.ts'
import { isLarge } from '../relay/call/large-body.ts'
import { countableBody } from '../relay/formats/countable-body.ts'
import { clientFormatOf } from '../relay/formats/index.ts'
import { type BatchContent, type BatchShare, type MadeByRequests, markOfRequest } from './stored-details.ts'

export interface BatchRequest {
  target: ClientTarget
  model: string
  body: JsonRecord
  /** How it asks to be served; absent = in the standard way. */
  asked?: Asked | undefined
  /** Paid tools that it allows, other than searches; absent = none. */
  tools?: readonly AskedTool[] | undefined
}

/** Endpoints whose answers report usage in text tokens. */
const batchEndpoints: ReadonlySet<string> = new Set([
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/embeddings',
  '/v1/completions',
])

/** OpenAI's limit. https://platform.openai.com/docs/guides/batch, as known on 2026-11-22 */
const linesMax = 50_000
/** Anthropic's. https://docs.anthropic.com/en/docs/build-with-claude/batch-processing, as known on 2026-11-22 */
const requestsMax = 100_000

/** Sums up requests, between other work. */
function createLineCounter(check: (request: BatchRequest) => Promise<void>) {
  const shares = new Map<string, BatchShare>()
  const madeBy = createMadeLists()
  /** Model → the requests that ask for a cache of an hour. */
  const hourly = new Map<string, string[]>()
  const pause = createPause()

  function noteHourly(model: string, mark: string): void {
    const marks = hourly.get(model)
    if (marks) marks.push(mark)
    else hourly.set(model, [mark])
  }

  return {
    /** The share of each model. */
    shares: (): Record<string, BatchShare> =>
      Object.fromEntries(
        [...shares].map(([model, share]) => {
          const made = madeBy.of(model, share.requests)
          const ids = hourly.get(model)
          return [
            model,
            {
              ...share,
              ...(made && { made }),
              ...(ids && { hourly: ids.length === share.requests ? null : ids }),
            },
          ]
        }),
      ),
    isOtherModel: (model: string): boolean => shares.size > 0 && !shares.has(model),
    async add(request: BatchRequest, { id, place }: { id: string; place: string }): Promise<void> {
      const { target, body } = request
      const format = clientFormatOf(target)
      const facts = within(place, () => {
        const read = format.readRequest(target, body)
        // Its result would be an answer that still runs, which is never charged.
        if (read.isBackground) throw invalidRequest('backgroundInBatch')
        return read
      })
      await check({ ...request, asked: facts.asked, tools: facts.tools })
      await pause()
      const input = estimatePromptTokens(countableBody(format, target, facts.body), facts.model)
      const share = shares.get(facts.model) ?? newShare()
      shares.set(facts.model, share)
      share.requests++
      share.inputTokens += input
      share.longest = Math.max(share.longest, input)
      if (facts.made) madeBy.add(facts.model, facts.made, markOfRequest(id))
      if (marksHour(facts.body)) noteHourly(facts.model, markOfRequest(id))
      if (facts.maxOutputTokens === null) share.openAnswers += facts.n
      else share.outputTokens += facts.maxOutputTokens * facts.n
    },
  }
}

/** Kinds of pictures that one model may make in a batch: each is a row of the usage log. */
const madeMax = 100

/** Notes which requests make what. */
function createMadeLists() {
  const lists = new Map<string, Map<string, { made: Made; ids: string[] }>>()
  return {
    add(model: string, made: Made, id: string): void {
      const kinds = lists.get(model) ?? new Map<string, { made: Made; ids: string[] }>()
      lists.set(model, kinds)
      const kind = JSON.stringify(made)
      const known = kinds.get(kind)
      if (known) known.ids.push(id)
      else if (kinds.size < madeMax) kinds.set(kind, { made, ids: [id] })
      else throw invalidRequest('holdsTooMany', { field: 'image_config', max: madeMax })
    },
    of(model: string, requests: number): MadeByRequests[] | undefined {
      const kinds = lists.get(model)
      return kinds && [...kinds.values()].map(({ made, ids }) => ({ made, ids: ids.length === requests ? null : ids }))
    },
  }
}

const newShare = (): BatchShare => ({
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  openAnswers: 0,
  longest: 0,
})

/** Calls `read`, and adds the place to its GatewayError: `lines.3` of a file, `requests.0` of a body. */
function within<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const reason = cause instanceof GatewayError ? cause.params.reason : undefined
    if (typeof reason !== 'object') throw cause
    throw new GatewayError('invalid_request', { reason: reasonAt(place, reason) }, { cause })
  }
}

/**
 * Reads a file of requests, one JSON object a line. All must have one model and one endpoint, as OpenAI requires.
 * `check` runs for each request. Throws GatewayError of the caller.
 */
export async function readBatchFile(
  bytes: Uint8Array,
  check: (request: BatchRequest) => Promise<void>,
): Promise<BatchContent> {
  const lineCounter = createLineCounter(check)
  let endpoint: string | null = null
  let count = 0
  for (const { bytes: written, number: line } of linesOf(bytes)) {
    const place = `lines.${line}`
    if (++count > linesMax) throw invalidRequest('fileTooManyRequests', { max: linesMax })
    const request = await parseObject(written, line)
    if (typeof request.custom_id !== 'string') throw invalidRequest('lineLacks', { line, part: 'custom_id' })
    if (request.method !== 'POST') throw invalidRequest('lineNotPost', { line })
    const target = targetOf(request.url)
    if (target === null) throw invalidRequest('lineUrl', { line, choices: [...batchEndpoints].join(', ') })
    if (endpoint !== null && endpoint !== request.url) throw invalidRequest('lineOtherUrl', { line })
    endpoint = String(request.url)
    const { body } = request
    if (!isRecord(body)) throw invalidRequest('lineLacks', { line, part: 'body' })
    const model = modelIn(body)
    if (model === null) throw invalidRequest('lineNoModel', { line })
    if (lineCounter.isOtherModel(model)) throw invalidRequest('lineOtherModel', { line })
    await lineCounter.add({ target, model, body }, { id: request.custom_id, place })
  }
  if (endpoint === null) throw invalidRequest('fileWithoutRequests')
  return { endpoint, shares: lineCounter.shares() }
}

const messagesEndpoint = '/v1/messages'

/** Reads the requests of a batch of messages. Throws GatewayError of the caller. */
export async function readMessageRequests(
  requests: unknown,
  check: (request: BatchRequest) => Promise<void>,
): Promise<BatchContent> {
  if (!Array.isArray(requests) || requests.length === 0) throw invalidRequest('requestsRequired')
  if (requests.length > requestsMax) throw invalidRequest('holdsTooMany', { field: 'requests', max: requestsMax })
  const target = clientTargetOf(messagesEndpoint, '')
  if (!target) throw new Error(`${messagesEndpoint} is not an endpoint`)
  const lineCounter = createLineCounter(check)
  for (const [index, request] of requests.entries()) {
    const place = `requests.${index}`
    const { custom_id: id, params: body } = recordOf(request)
    if (typeof id !== 'string') throw invalidRequest('requestLacks', { index, part: 'custom_id' })
    if (!isRecord(body)) throw invalidRequest('requestLacks', { index, part: 'params' })
    const model = modelIn(body)
    if (model === null) throw invalidRequest('requestNoModel', { index })
    await lineCounter.add({ target, model, body }, { id, place })
  }
  return { endpoint: messagesEndpoint, shares: lineCounter.shares() }
}

/** The file, which was read before, with another model name in every line; yields between steps. */
export function* withBatchModel(bytes: Uint8Array, model: string): Generator<void, Uint8Array, void> {
  const pieces: Uint8Array[] = []
  for (const { bytes: written } of linesOf(bytes)) {
    yield
    const line = recordOf(yield* readJsonInSteps(written, stepMax))
    const named = { ...line, body: { ...recordOf(line.body), model } }
    for (const piece of yield* writePiecesInSteps(named, stepMax)) pieces.push(piece)
    pieces.push(lineEnd)
  }
  return yield* joinInSteps(pieces)
}

const targetOf = (url: unknown): ClientTarget | null =>
  typeof url === 'string' && batchEndpoints.has(url) ? clientTargetOf(url, '') : null

const modelIn = ({ model }: JsonRecord): string | null =>
  typeof model === 'string' && model.trim() !== '' ? model : null

async function parseObject(written: Uint8Array, line: number): Promise<JsonRecord> {
  const value = isLarge(written) ? await parseLarge(written) : parseJson(new TextDecoder().decode(written))
  if (value === undefined) throw invalidRequest('lineNotJson', { line })
  if (!isRecord(value)) throw invalidRequest('lineNotObject', { line })
  return value
}

/** The value of a large line, read between other work; undefined if it is not JSON. */
const parseLarge = (written: Uint8Array): Promise<unknown> =>
  finishInTurns(readJsonInSteps(written, stepMax, { read: JSON.parse })).catch((cause: unknown) => {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  })

const lineFeed = 0x0a
const lineEnd = Uint8Array.of(lineFeed)

/** The lines that hold more than blanks. */
function* linesOf(file: Uint8Array): Generator<{ bytes: Uint8Array; number: number }> {
  const bytes = withoutMark(file)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let number = 0
  for (let from = 0; from < buffer.length; ) {
    number++
    const found = buffer.indexOf(lineFeed, from)
    const to = found < 0 ? buffer.length : found
    const line = buffer.subarray(from, to)
    from = to + 1
    if (line.some((byte) => byte > 0x20)) yield { bytes: line, number }
  }
}
