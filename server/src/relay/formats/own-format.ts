import { isRecord, type JsonRecord, parseRecord } from '@sluice/contract/read-json'
import { answerFault } from '../../core/chat/answer-fault.ts'
import { commonCallIds } from '../../core/chat/call-ids.ts'
import type { ChatEvent, ChatStreamParser } from '../../core/chat/chat-response.ts'
import type { PartLimits } from '../../core/chat/left-out.ts'
import { commonToolNames } from '../../core/chat/tool-names.ts'
import { recordIn } from '../../core/json/record-in.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { errorObjectOf, parseUpstreamError } from '../../protocols/openai-errors.ts'
import type { FrameKind } from '../../protocols/sse/frame-kind.ts'
import type { StreamMeter, UpstreamErrorObject, UpstreamFormat, WireAnswer } from '../../protocols/wire-format.ts'
import type { OwnError, OwnWire } from '../../providers/own-wire.ts'
import { textIn } from './text-in.ts'

/** Text and images. */
const plainLimits: PartLimits = {
  cacheMarks: false,
  imageDetail: false,
  strictTools: false,
  names: false,
  reasoning: false,
  redactedReasoning: false,
  callSignatures: false,
  sound: false,
}

export function buildOwnFormat(wire: OwnWire): UpstreamFormat {
  const limits = { ...plainLimits, ...wire.partLimits }
  return {
    id: 'own',
    settingPlaces: wire.settingPlaces,
    toolNames: wire.toolNames ?? commonToolNames,
    callIds: commonCallIds,
    partLimits: () => limits,
    buildRequest: (request, { channel }) => wire.buildRequest(request, channel),
    parseAnswer: (body, newId) => wire.parseAnswer(body, newId),
    createStreamParser: (newId) => wire.createStreamParser(newId),
    createMeter: (onText) => createMeter(wire.createStreamParser(noId), onText),
    readAnswer: (body, read) => readAnswer(wire, read === undefined ? recordIn(body) : read),
    ...(wire.valuesInAnswer && { valuesInAnswer: wire.valuesInAnswer }),
    ...(wire.textsToRead && { textsToRead: wire.textsToRead }),
    parseError: (text, status) => parseError(wire, text, status),
    errorObjectOf,
    ...(wire.dataOf && { dataOf: (frame) => wire.dataOf?.(frame) ?? null }),
    ...(wire.embeddings && { embeddings: wire.embeddings }),
    ...(wire.rerank && { rerank: wire.rerank }),
  }
}

/** A meter needs no ids. */
const noId = () => ''

/** Counts what a format's parser reads. */
function createMeter(parser: ChatStreamParser, onText: (text: string) => void): StreamMeter {
  let usage: Usage | null = null
  let hasContent = false
  let error: unknown = null
  let isFinished = false

  return {
    push(data) {
      if (data === null || data === '') return 'other'
      let kind: FrameKind = 'other'
      for (const event of parser.push(data, null)) kind = heavier(kind, note(event))
      return kind
    },
    usage: () => usage,
    isComplete: () => error === null && parser.isComplete(),
    hasContent: () => hasContent,
    isEmpty: () => parser.isComplete() && !isFinished && !hasContent && usage === null,
    error: () => error,
  }

  function note(event: ChatEvent): FrameKind {
    switch (event.kind) {
      case 'start':
        usage = event.usage ?? usage
        return 'other'
      case 'usage':
        usage = event.usage
        return 'usage'
      case 'text':
      case 'reasoning':
      case 'refusal':
      case 'tool_arguments':
        return produced(event.text)
      case 'tool_start':
        return produced(event.name)
      case 'media':
        return produced(' ')
      case 'finish':
        isFinished = true
        if (event.reason !== 'error' || hasContent) return 'content'
        error = answerFault
        return 'error'
      case 'end':
        return 'done'
      case 'error':
        error = event.error
        return 'error'
      default:
        return 'other'
    }
  }

  function produced(text: string): FrameKind {
    hasContent = true
    onText(text)
    return 'content'
  }
}

const weights: Record<FrameKind, number> = { other: 0, usage: 1, content: 2, done: 3, error: 4 }

/** The kind of a frame with several events. */
const heavier = (a: FrameKind, b: FrameKind): FrameKind => (weights[b] > weights[a] ? b : a)

function readAnswer(wire: OwnWire, body: JsonRecord | null): WireAnswer | null {
  if (!body) return null
  // An assembled stream has its error under this name.
  const error = isRecord(body.error) && wire.errorIn(body) === null ? body.error : errorIn(wire, body)
  const units = wire.parseUnits?.(body) ?? null
  return {
    usage: wire.parseUsage(body),
    ...(units !== null && { units }),
    error,
    hasFault: () => wire.parseAnswer(body, noId).choices.some(({ finishReason }) => finishReason === 'error'),
    text: () => textIn(wire.parseAnswer(body, noId)),
    hasResult: () => hasResult(wire, body),
  }
}

function hasResult({ embeddings, rerank, parseAnswer }: OwnWire, body: JsonRecord): boolean {
  const found = [embeddings?.parse(body), rerank?.parse(body)].some((results = []) => results.length > 0)
  return found || parseAnswer(body, noId).choices.some(({ parts }) => parts.length > 0)
}

function errorIn(wire: OwnWire, body: Record<string, unknown>): UpstreamErrorObject | null {
  const error = wire.errorIn(body)
  return error && errorObject(error)
}

const errorObject = ({ message, type = 'upstream_error', code = null }: OwnError): UpstreamErrorObject => ({
  message,
  type,
  param: null,
  code,
})

/** Types by status, for bodies without a type. */
const typeOfStatus: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  429: 'rate_limit_error',
}

function parseError(wire: OwnWire, text: string, status?: number): UpstreamErrorObject | null {
  const body = parseRecord(text)
  const error = (body && errorIn(wire, body)) ?? parseUpstreamError(text)
  const type = status === undefined ? undefined : typeOfStatus[status]
  return error && type && error.type === 'upstream_error' ? { ...error, type } : error
}
