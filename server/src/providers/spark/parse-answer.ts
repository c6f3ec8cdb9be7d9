import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import type { Part, ToolCallPart } from '../../core/chat/content.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { buildPlainReport, type ReportedUsage } from '../../core/usage/usage-report.ts'
import type { OwnError } from '../own-wire.ts'
import { sparkErrorTypes } from './error-types.ts'

/** A message of an answer. A whole answer has the same form, with all the text in one message. */
export interface SparkMessage {
  id: string
  thought: string
  text: string
  call: Omit<ToolCallPart, 'id'> | null
  usage: Usage | null
  isLast: boolean
}

export function readSparkMessage(wire: JsonRecord): SparkMessage {
  const payload = recordOf(wire.payload)
  const choices = recordOf(payload.choices)
  const texts = recordsOf(choices.text)
  const called = texts.map((one) => recordOf(one.function_call)).find(({ name }) => textOf(name) !== '')
  return {
    id: textOf(recordOf(wire.header).sid),
    thought: texts.map((one) => textOf(one.reasoning_content)).join(''),
    text: texts.map((one) => textOf(one.content)).join(''),
    call: called ? { kind: 'tool_call', name: textOf(called.name), arguments: textOf(called.arguments) || '{}' } : null,
    usage: parseSparkUsage(wire),
    isLast: choices.status === 2 || (wire.payload !== undefined && recordOf(wire.header).status === 2),
  }
}

export function parseSparkUsage(wire: JsonRecord): ReportedUsage | null {
  const counts = recordOf(recordOf(recordOf(wire.payload).usage).text)
  return buildPlainReport({
    input: counts.prompt_tokens,
    output: counts.completion_tokens,
    total: counts.total_tokens,
  })
}

export function parseSparkAnswer(wire: JsonRecord, newId: () => string): ChatResponse {
  const { id, thought, text, call, usage } = readSparkMessage(wire)
  const parts: Part[] = [
    ...(thought === '' ? [] : [{ kind: 'reasoning', text: thought } as const]),
    ...(text === '' ? [] : [{ kind: 'text', text } as const]),
    ...(call ? [{ ...call, id: newId() }] : []),
  ]
  const finishReason = call ? 'tool_calls' : 'stop'
  const isAnswer = recordOf(wire.payload).choices !== undefined
  return {
    id: id || newId(),
    model: '',
    createdAt: 0,
    usage,
    choices: isAnswer ? [{ index: 0, parts, finishReason }] : [],
  }
}

/** The error of a message; null for code 0. */
export function sparkErrorIn(wire: JsonRecord): OwnError | null {
  const { code, message } = recordOf(wire.header)
  if (typeof code !== 'number' || code === 0) return null
  const type = sparkErrorTypes[code]
  return { message: `${textOf(message) || 'the call failed'} (${code})`, ...(type && { type }), code }
}
