import { type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { readPlainRecord } from '../../core/json/read-record.ts'
import { recordIn } from '../../core/json/record-in.ts'
import type { ReportedUsage } from '../../core/usage/usage-report.ts'
import type { FrameKind } from '../sse/frame-kind.ts'
import type { StreamMeter } from '../wire-format.ts'
import { errorIn } from './errors.ts'
import { parseResponsesUsage } from './parse-usage.ts'
import { noteItem, type ToolItems } from './tool-reader.ts'

/** Reads the frames of a Responses stream as they pass. `onText` receives the produced text. */
export function createResponsesStreamMeter(onText: (text: string) => void) {
  let usage: ReportedUsage | null = null
  let tools: ToolItems | null = null
  let isDone = false
  /** The whole response at its end has no output. */
  let isBare = false
  let hasContent = false
  let error: unknown
  let id: string | null = null
  /** The tools as the answer repeats them at its start. */
  let asked: unknown
  const objects: string[] = []
  let isStored = true
  let isBackground: boolean | null = null
  let number = 0

  return {
    push(data) {
      const event = data === null ? null : readPlainRecord(data)
      if (!event) return 'other'
      const own = numberOf(event.sequence_number) ?? number
      number = own + 1
      const kind = read(event, textOf(event.type))
      // An error is not passed on: the gateway writes one in its place.
      if (kind === 'error') number = own
      return kind
    },
    usage: () => usage ?? (tools && parseResponsesUsage({ tools: asked }, tools)),
    /** Whether the answer is complete: `response.completed`, or `response.incomplete`. */
    isComplete: () => isDone,
    isEmpty: () => isDone && isBare && !hasContent && usage === null,
    hasContent: () => hasContent,
    error: () => error,
    answerId: () => id,
    isBackground: () => isBackground,
    /** Of its items, and of the containers in which they ran. */
    objectIds: () => objects,
    nextNumber: () => number,
  } satisfies StreamMeter

  function read(event: JsonRecord, type: string): FrameKind {
    const response = recordOf(event.response)
    if (Array.isArray(response.tools) && response.tools.length > 0) asked = response.tools
    id = textOf(response.id) || id
    if (response.store === false) isStored = false
    if (typeof response.background === 'boolean') isBackground = response.background
    switch (type) {
      case 'response.completed':
      case 'response.incomplete':
        usage = parseResponsesUsage(response, tools) ?? usage
        isDone = true
        isBare = type === 'response.completed' && recordsOf(response.output).length === 0
        return 'done'
      case 'response.failed':
      case 'response.cancelled':
        usage = parseResponsesUsage(response, tools) ?? usage
        error = errorIn(event)
        return 'error'
      case 'error':
        error = errorIn(event)
        return 'error'
      case 'response.output_item.added':
        // A hosted tool runs from here on.
        return content(itemName(recordOf(event.item)), isHostedTool(recordOf(event.item)))
      case 'response.output_item.done':
        tools = noteItem(tools, recordOf(event.item))
        objects.push(...objectsOf(recordOf(event.item), isStored))
        return 'other'
      case 'response.image_generation_call.partial_image':
        return content('', true)
      default:
        if (type === '' && event.error !== undefined && event.error !== null) {
          error = event.error
          return 'error'
        }
        return type.endsWith('.delta') ? content(textOf(event.delta), false) : 'other'
    }
  }

  function content(text: string, isAlways: boolean): FrameKind {
    if (text === '' && !isAlways) return 'other'
    hasContent = true
    if (text !== '') onText(text)
    return 'content'
  }
}

/** The id of an item of a stored answer, and that of its container. */
const objectsOf = ({ id, container_id: container }: JsonRecord, isStored: boolean): string[] =>
  [isStored ? textOf(id) : '', textOf(container)].filter((one) => one !== '')

const itemName = (item: JsonRecord): string => (isCall(item) ? textOf(item.name) : '')
const isCall = ({ type }: JsonRecord): boolean => type === 'function_call' || type === 'custom_tool_call'
const isHostedTool = (item: JsonRecord): boolean =>
  !isCall(item) && item.type !== 'message' && item.type !== 'reasoning' && item.type !== undefined

/** What the gateway reads of a whole answer. */
export interface ResponsesAnswer {
  id: string | null
  isRunning?: true
  objectIds(): readonly string[]
  usage: ReportedUsage | null
  /** An error object under status 200. */
  error: unknown
  /** It is neither called a response nor has a list of items. */
  isForeign: boolean
  /** All produced text, to count tokens when usage is missing. */
  text(): string
}

/** Reads a whole answer. Null when the body is not a JSON object. */
export function parseResponsesAnswer(body: Uint8Array, answer = recordIn(body)): ResponsesAnswer | null {
  if (!answer) return null
  return {
    id: textOf(answer.id) || null,
    ...(runningStates.has(textOf(answer.status)) && { isRunning: true }),
    objectIds: () => objectIdsOf(answer),
    usage: parseResponsesUsage(answer),
    error: answer.error ?? failureOf(answer),
    isForeign: answer.object !== 'response' && !Array.isArray(answer.output),
    text: () => answerText(answer),
  }
}

const runningStates: ReadonlySet<string> = new Set(['queued', 'in_progress'])

/** An answer that its upstream made in the background. */
export interface EndedAnswer {
  /** The model has answered: the answer was neither refused nor broken off. */
  isAnswer: boolean
  usage: ReportedUsage | null
  objectIds(): readonly string[]
  text(): string
}

/**
 * The answer, if it has ended. Null while it is worked on, for which unknown states count too.
 * https://developers.openai.com/docs/guides/background, read 2026-11-29
 */
export function readEndedAnswer(answer: JsonRecord): EndedAnswer | null {
  const status = textOf(answer.status)
  const isAnswer = status === 'completed' || status === 'incomplete'
  if (!isAnswer && status !== 'failed' && status !== 'cancelled') return null
  return {
    isAnswer,
    usage: parseResponsesUsage(answer),
    objectIds: () => objectIdsOf(answer),
    text: () => answerText(answer),
  }
}

const objectIdsOf = (answer: JsonRecord): string[] =>
  recordsOf(answer.output).flatMap((item) => objectsOf(item, answer.store !== false))
const answerText = ({ output }: JsonRecord): string => recordsOf(output).map(itemText).join('\n')

/** The error of an answer that ended without one. */
const failureOf = ({ status }: JsonRecord) =>
  status === 'failed' || status === 'cancelled'
    ? { message: `The response is ${status}.`, type: 'server_error', param: null, code: 'server_error' }
    : null

function itemText(item: JsonRecord): string {
  const messageParts = [...recordsOf(item.summary), ...recordsOf(item.content)]
  const texts = messageParts.map(({ text, refusal }) => textOf(text) + textOf(refusal))
  return [...texts, itemName(item), textOf(item.arguments), textOf(item.input)].join('')
}
