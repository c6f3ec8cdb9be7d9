import type { DoctorCheck, DoctorClient, DoctorFinding } from '@sluice/contract/channel-doctor'
import { isRecord, numberOf, parseJson, parseRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { wireFormatOf } from '../../relay/formats/index.ts'
import { recalledWord, schemaField } from './doctor-calls.ts'
import { findToolCall } from './tool-turns.ts'

/** An answer as a client receives it. */
export interface ClientAnswer {
  status: number
  contentType: string
  text: string
}

/** What is wrong, and what was received instead; null = it is as the format says. */
export type Fault = { finding: DoctorFinding; detail: string } | null

const detailMax = 300
const fault = (finding: DoctorFinding, detail = ''): Fault => ({ finding, detail: detail.slice(0, detailMax) })

/** The answer of a check by a client. */
export function inspectAnswer(client: DoctorClient, check: DoctorCheck, answer: ClientAnswer): Fault {
  if (check === 'error') return inspectError(client, answer)
  if (answer.status !== 200) return fault('status', refusalIn(answer))
  if (check === 'stream') return inspectStream(client, answer)
  if (!isJsonType(answer)) return fault('media_type', answer.contentType)
  const body = parseRecord(answer.text)
  if (body === null) return fault('not_json', answer.text)
  switch (check) {
    case 'count':
      return (countIn(client, body) ?? 0) > 0 ? null : fault('no_count', answer.text)
    case 'tools':
      return findToolCall(client, answer.text) === null ? fault('no_tool_call', textIn(client, answer.text)) : null
    case 'schema': {
      const text = textIn(client, answer.text)
      return typeof parseRecord(text)?.[schemaField] === 'string' ? null : fault('not_schema', text)
    }
    case 'long': {
      const text = textIn(client, answer.text)
      const isRecalled = text.toLowerCase().includes(recalledWord) || (text === '' && isAtLimit(answer.text))
      return isRecalled ? null : fault('not_recalled', text)
    }
    case 'plain':
    case 'picture':
      return textIn(client, answer.text) !== '' || isAtLimit(answer.text) ? null : fault('no_text', answer.text)
  }
}

const isJsonType = ({ contentType }: ClientAnswer): boolean => /^application\/json\b/i.test(contentType)

const textIn = (client: DoctorClient, text: string): string =>
  wireFormatOf(client).readAnswer(Buffer.from(text))?.text() ?? ''

/** Models that think may use up the tokens of a check before their first word. */
const isAtLimit = (text: string): boolean =>
  /"(?:finish_reason|finishReason|stop_reason|reason)"\s*:\s*"(?:length|MAX_TOKENS|max_tokens|max_output_tokens)"/.test(
    text,
  )

const countIn = (client: DoctorClient, body: Record<string, unknown>): number | undefined =>
  numberOf(client === 'gemini' ? body.totalTokens : body.input_tokens)

/** `404: no such model`. */
function refusalIn({ status, text }: ClientAnswer): string {
  const { error } = parseRecord(text) ?? {}
  const message = isRecord(error) ? textOf(error.message) : textOf(error)
  return message === '' ? String(status) : `${status}: ${message}`
}

function inspectError(client: DoctorClient, answer: ClientAnswer): Fault {
  const { status, text } = answer
  if (status < 400 || status >= 500) return fault('wrong_error', String(status))
  if (!isJsonType(answer)) return fault('media_type', answer.contentType)
  const body = parseRecord(text) ?? {}
  const error = recordOf(body.error)
  const hasMessage = textOf(error.message) !== ''
  const isOfFormat = {
    openai: hasMessage && 'type' in error,
    responses: hasMessage && 'type' in error,
    anthropic: body.type === 'error' && hasMessage && textOf(error.type) !== '',
    gemini: hasMessage && error.code === status && textOf(error.status) !== '',
  }[client]
  return isOfFormat ? null : fault('wrong_error', text)
}

interface StreamEvent {
  /** '' = without a name. */
  name: string
  data: string
}

/** The events of a stream. Comments and frames without data are none. */
export function eventsIn(text: string): StreamEvent[] {
  return text.split(/\r\n\r\n|\n\n|\r\r/).flatMap((frame) => {
    const lines = frame.split(/\r\n|\n|\r/)
    const valuesOf = (field: string) =>
      lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''))
    const data = valuesOf('data')
    return data.length === 0 ? [] : [{ name: valuesOf('event').at(-1) ?? '', data: data.join('\n') }]
  })
}

const doneMark = '[DONE]'

function inspectStream(client: DoctorClient, { contentType, text }: ClientAnswer): Fault {
  if (!/^text\/event-stream\b/i.test(contentType)) return fault('media_type', contentType)
  const events = eventsIn(text)
  for (const { name, data } of events) {
    if (client === 'openai' && data === doneMark) continue
    const body = parseJson(data)
    if (!isRecord(body)) return fault('bad_event', data)
    if (isNamed(client) && name !== body.type) return fault('bad_event', `${name} ≠ ${String(body.type)}`)
    if (isRecord(body.error)) return fault('status', textOf(body.error.message) || data)
  }
  const ends = events.flatMap((event, index) => (isEnd(client, event) ? [index] : []))
  const [end] = ends
  if (end === undefined) return fault('no_end', events.at(-1)?.data)
  if (ends.length > 1) return fault('several_ends', String(ends.length))
  if (end !== events.length - 1 && client !== 'gemini') return fault('after_end', events.at(-1)?.data)
  const isWritten = hasText(client, events) || isAtLimit(text)
  return isWritten ? finishFault(client, events) : fault('no_text', events.at(-1)?.data)
}

const isNamed = (client: DoctorClient): boolean => client === 'responses' || client === 'anthropic'

const responseEnds: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed'])

function isEnd(client: DoctorClient, { data }: StreamEvent): boolean {
  if (client === 'openai') return data === doneMark
  const body = parseRecord(data) ?? {}
  if (client === 'responses') return responseEnds.has(body.type)
  if (client === 'anthropic') return body.type === 'message_stop'
  // Gemini's last chunk has the reason of the end; one with usage alone may follow it.
  return recordsOf(body.candidates).some(({ finishReason }) => textOf(finishReason) !== '')
}

/** Chat completions end twice: the choice with its reason, the stream with its mark. */
function finishFault(client: DoctorClient, events: readonly StreamEvent[]): Fault {
  if (client !== 'openai') return null
  const reasons = events.filter(({ data }) => {
    const [choice] = recordsOf(parseRecord(data)?.choices)
    return textOf(choice?.finish_reason) !== ''
  })
  if (reasons.length === 1) return null
  return reasons.length === 0 ? fault('no_end', 'finish_reason') : fault('several_ends', 'finish_reason')
}

function hasText(client: DoctorClient, events: readonly StreamEvent[]): boolean {
  let hasBegun = false
  const meter = wireFormatOf(client).createMeter((text) => {
    if (text !== '') hasBegun = true
  })
  for (const { data } of events) if (data !== doneMark) meter.push(data)
  return hasBegun
}
