import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import { buildPlainReport } from '../../core/usage/usage-report.ts'
import type { OwnError } from '../own-wire.ts'
import type { Reply } from '../reply-reader.ts'
import { sparkErrorTypes } from './error-types.ts'

/**
 * A message of an answer; a whole answer has the same form, with all the text in one message. The message with status 2
 * has the counts and is the last.
 */
export function readSparkMessage(wire: JsonRecord): Reply {
  const error = errorIn(wire)
  if (wire.payload === undefined) return { error }
  const { choices, usage } = recordOf(wire.payload)
  const { status, text } = recordOf(choices)
  const texts = recordsOf(text)
  const calls = texts.map((one) => recordOf(one.function_call)).filter(({ name }) => textOf(name) !== '')
  const counts = recordOf(recordOf(usage).text)
  return {
    id: textOf(recordOf(wire.header).sid),
    thought: texts.map((one) => textOf(one.reasoning_content)).join(''),
    text: texts.map((one) => textOf(one.content)).join(''),
    calls: calls.slice(0, 1).map((call) => ({ name: textOf(call.name), arguments: textOf(call.arguments) })),
    usage: buildPlainReport({
      input: counts.prompt_tokens,
      output: counts.completion_tokens,
      total: counts.total_tokens,
    }),
    isLast: status === 2 || recordOf(wire.header).status === 2,
    error,
  }
}

/** The error of a message; null for code 0. */
function errorIn(wire: JsonRecord): OwnError | null {
  const { code, message } = recordOf(wire.header)
  if (typeof code !== 'number' || code === 0) return null
  const type = sparkErrorTypes[code]
  return { message: `${textOf(message) || 'the call failed'} (${code})`, ...(type && { type }), code }
}

/** Whether a message ends the answer: its last part, or an error. */
export function isLastSparkMessage(message: string): boolean {
  const { error, isLast } = readSparkMessage(parseExactRecord(message) ?? {})
  return Boolean(error || isLast)
}
