import { setImmediate } from 'node:timers/promises'
import { render } from '@sluice/contract/messages/render'
import { type Unbelieved, unbelievedCounts } from '@sluice/contract/usage-log'
import { evaluateUsage, shownRates } from '../core/billing/expression-price.ts'
import { priceFor } from '../core/billing/price-plan.ts'
import { believeReport, ownCounts } from '../core/catalogue/believe-report.ts'
import { usableTokensOf } from '../core/catalogue/usable-tokens.ts'
import { textOfBytes } from '../core/json/record-in.ts'
import { type Span, scanJson } from '../core/json/scan-json.ts'
import { estimateTokens } from '../core/tokens/estimate-tokens.ts'
import { writtenForHour } from '../core/usage/cache-marks.ts'
import { type Made, type Served, servedAndMade } from '../core/usage/served.ts'
import { unknownNamesMax } from '../core/usage/unknown-counts.ts'
import { addUsage, inputTotal, isPlausible, noUsage, type Usage } from '../core/usage/usage.ts'
import { boundReport, fillReport } from '../core/usage/usage-report.ts'
import { clientTargetOf } from '../protocols/client-target.ts'
import type { WireAnswer } from '../protocols/wire-format.ts'
import type { WorkCharge, WorkModel } from '../relay/deposits/deposited-work.ts'
import { clientFormatOf } from '../relay/formats/index.ts'
import { markOfRequest } from './stored-details.ts'

/** Results may be deep and long. */
const limits = { depthMax: 1_000, nodesMax: Number.MAX_SAFE_INTEGER }
/** Longest time without yielding to the event loop. */
const sliceMs = 15
const lineFeed = 0x0a

/** Results are incomplete or unreadable: they are read again later. */
export class ResultsError extends Error {}

/** The lines of a byte stream, each at most `lineBytesMax` long. Throws ResultsError. */
export async function* linesIn(stream: AsyncIterable<Uint8Array>, lineBytesMax: number): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let length = 0
  let sliceStart = performance.now()
  for await (const chunk of stream) {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      parts.push(chunk.subarray(from, at))
      from = at + 1
      yield Buffer.concat(parts)
      parts = []
      length = 0
      if (performance.now() - sliceStart < sliceMs) continue
      await setImmediate()
      sliceStart = performance.now()
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > lineBytesMax) throw new ResultsError(`a result is longer than ${lineBytesMax} bytes`)
  }
  if (length > 0) yield Buffer.concat(parts)
}

/** Adds up the results of a batch, line by line. */
export interface ResultSums {
  push(line: Uint8Array): void
  /** Number of requests with an answer. */
  readonly answered: number
  charges(): WorkCharge[]
}

/** `models`: the models of the batch, by the caller's names. */
export function createResultSums(endpoint: string, models: Readonly<Record<string, WorkModel>>): ResultSums {
  const target = clientTargetOf(endpoint, '')
  if (!target) throw new Error(`${endpoint} is not an endpoint`)
  const format = clientFormatOf(target)
  const isOfMessages = format.id === 'anthropic'
  const charges = new Map<string, WorkCharge>()
  const hourlyIds = new Map<string, ReadonlySet<string>>()
  const kindsById = new Map<string, ReadonlyMap<string, Made>>()
  let answered = 0

  return {
    get answered() {
      return answered
    },
    charges: () => [...charges.values()],
    push(line) {
      if (line.every((byte) => byte <= 0x20)) return
      const body = isOfMessages ? succeededMessage(line) : succeededBody(line)
      if (body === null) return
      answered++
      const model = modelOf(body)
      const own = models[model]
      if (!own) throw new ResultsError(`no model named ${model}`)
      const answer = format.readAnswer(body)
      const given = answer?.usage && (asksHour(model, line) ? writtenForHour(answer.usage) : answer.usage)
      const bounded = given && boundReport(given, () => usableTokensOf(own.upstreamModel))
      const believed = bounded && believeReport(bounded, () => possibleOf(own, answer))
      const reported = believed && isPlausible(believed) ? believed : null
      const counted = reported === null || reported.missing ? countedUsage(own, answer) : noUsage
      const isEstimated = reported === null || reported.missing !== undefined || reported.isDoubtful === true
      add(model, own, {
        usage: reported ? fillReport(reported, counted) : counted,
        served: servedAndMade(madeBy(model, line), answer?.made),
        unknown: reported?.unknown ?? [],
        unbelieved: reported?.unbelieved,
        isEstimated,
      })
    },
  }

  /** What the request of a result makes, as far as it says. */
  function madeBy(model: string, line: Uint8Array): Made | undefined {
    const lists = models[model]?.made
    if (!lists) return undefined
    const all = lists.find(({ ids }) => ids === null)
    if (all) return all.made
    const kinds = kindsById.get(model) ?? new Map(lists.flatMap(({ made, ids }) => (ids ?? []).map((id) => [id, made])))
    kindsById.set(model, kinds)
    return kinds.get(markOfResult(line))
  }

  /** Whether the request of a result asks for a cache of an hour. */
  function asksHour(model: string, line: Uint8Array): boolean {
    const hourly = models[model]?.hourly
    if (!hourly) return hourly === null
    const ids = hourlyIds.get(model) ?? new Set(hourly)
    hourlyIds.set(model, ids)
    return ids.has(markOfResult(line))
  }

  /**
   * Adds to a row with the same price, because longer prompts may have another price, within the plausible usage of one
   * call.
   */
  function add(model: string, work: WorkModel, { usage, served, unknown, unbelieved, isEstimated }: Result): void {
    const step = stepOf(work, usage, served)
    for (let part = 0; ; part++) {
      const key = `${model} ${step} ${part}`
      const charge: WorkCharge = charges.get(key) ?? { model, usage: noUsage, units: 0, isEstimated: false }
      const sum = addUsage(charge.usage, usage)
      if (!isPlausible(sum)) continue
      charges.set(key, {
        ...charge,
        usage: sum,
        ...(served && { served }),
        sample: charge.sample ?? usage,
        ...((charge.unknown || unknown.length > 0) && { unknown: joinNames(charge.unknown, unknown) }),
        ...(unbelieved && { unbelieved: largestOf(charge.unbelieved, unbelieved) }),
        units: charge.units + 1,
        isEstimated: charge.isEstimated || isEstimated,
      })
      return
    }
  }

  /**
   * The caller's name for the model that answered. Upstreams answer with dated names; if several models of the batch
   * match, the most expensive one counts.
   */
  function modelOf(body: Uint8Array): string {
    const names = Object.keys(models)
    if (names.length === 1) return names[0] ?? ''
    const answeredModel = textField(body, 'model') ?? ''
    const fitting = names.filter((name) => answeredModel.startsWith(models[name]?.upstreamModel ?? name))
    const longest = Math.max(0, ...fitting.map((name) => models[name]?.upstreamModel.length ?? 0))
    const exact = fitting.filter((name) => models[name]?.upstreamModel.length === longest)
    const candidates = exact.length > 0 ? exact : names
    return candidates.reduce((a, b) => (weightOf(models[b]) > weightOf(models[a]) ? b : a))
  }
}

const markOfResult = (line: Uint8Array): string => markOfRequest(textField(line, 'custom_id') ?? '')

interface Result {
  usage: Usage
  /** What it made; absent = unknown. */
  served: Served | undefined
  /** Names of counts that no reader knows. */
  unknown: readonly string[]
  /** What the report says beyond what is possible. */
  unbelieved: Unbelieved | undefined
  isEstimated: boolean
}

/** What is possible of one request. Requests may search; how long each one is was not kept. */
const possibleOf = ({ upstreamModel: model, inputTokens }: WorkModel, answer: WireAnswer) => ({
  ...ownCounts(inputTokens, estimateTokens(answer.text())),
  model,
  runsTools: true,
})

function largestOf(a: Unbelieved = {}, b: Unbelieved): Unbelieved {
  const counts = unbelievedCounts.filter((count) => a[count] !== undefined || b[count] !== undefined)
  return Object.fromEntries(counts.map((count) => [count, Math.max(a[count] ?? 0, b[count] ?? 0)]))
}

const joinNames = (a: readonly string[] = [], b: readonly string[]): string[] =>
  [...new Set([...a, ...b])].slice(0, unknownNamesMax)

/** What the price of a request depends on: requests with the same can be added up. */
function stepOf({ price }: WorkModel, usage: Usage, served: Served | undefined): string {
  const { base } = price
  if (base.kind === 'expression') return evaluateUsage(base, usage)?.branches ?? ''
  return JSON.stringify([served, priceFor(price, inputTotal(usage), served)])
}

/** A value to compare the prices of a batch's models. */
function weightOf(model: WorkModel | undefined): number {
  const base = model?.price.base
  if (!base) return 0
  if (base.kind === 'expression') return shownRates(base).output / 2
  return base.kind === 'ratio' ? base.ratio * base.completionRatio * base.factor : base.price * base.factor
}

const countedUsage = ({ inputTokens }: WorkModel, answer: WireAnswer | null): Usage => ({
  ...noUsage,
  inputText: inputTokens,
  outputText: answer === null ? 0 : estimateTokens(answer.text()),
})

/** `{"response": {"status_code": 200, "body": {…}}, "error": null}`; null for a request that failed. */
function succeededBody(line: Uint8Array): Uint8Array | null {
  const response = fieldOf(line, 'response')
  if (response === null || response.length <= 4) return null
  if (textOf(fieldOf(response, 'status_code')) !== '200') return null
  return fieldOf(response, 'body')
}

/** `{"result": {"type": "succeeded", "message": {…}}}`; null for a request that failed. */
function succeededMessage(line: Uint8Array): Uint8Array | null {
  const result = fieldOf(line, 'result')
  if (result === null || textOf(fieldOf(result, 'type')) !== '"succeeded"') return null
  return fieldOf(result, 'message')
}

function fieldOf(bytes: Uint8Array, name: string): Uint8Array | null {
  if (bytes.length <= 4) return null
  const scan = scanJson(bytes, limits)
  if (!scan.ok) throw new ResultsError(`a result cannot be read: ${render('en', 'reasons', scan.reason)}`)
  const place: Span | undefined = scan.fields.get(name)
  return place ? bytes.subarray(place.start, place.end) : null
}

function textField(bytes: Uint8Array, name: string): string | null {
  const value: unknown = JSON.parse(textOf(fieldOf(bytes, name)) || 'null')
  return typeof value === 'string' ? value : null
}

const textOf = (bytes: Uint8Array | null): string => (bytes === null ? '' : textOfBytes(bytes))
