import { isRecord, type JsonRecord, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { OwnError } from '../own-wire.ts'
import type { Reply } from '../reply-reader.ts'
import { parseMessageUsage, splitTotal } from './parse-usage.ts'

/** A whole answer. Calls ask for a stream, but a proxy before the application may return one body. */
export function readDifyAnswer(body: JsonRecord): Reply {
  const { outputs, total_tokens } = recordOf(body.data)
  const output = outputText(outputs)
  const hasAnswer = typeof body.answer === 'string' || isRecord(body.data)
  return {
    ...headOf(body),
    ...(hasAnswer && { text: textOf(body.answer) || output }),
    usage: parseMessageUsage(body.metadata) ?? splitTotal(total_tokens, output),
    error: difyErrorIn(body),
  }
}

export const headOf = (body: JsonRecord): Pick<Reply, 'id' | 'createdAt'> => ({
  id: textOf(body.message_id) || textOf(body.workflow_run_id),
  createdAt: numberOf(body.created_at) ?? 0,
})

/** The variables that usually hold the text of a workflow. */
const textNames = ['text', 'answer', 'output', 'result']

/** The output of a workflow: its text variable if there is one, otherwise all variables as JSON. */
export function outputText(outputs: unknown): string {
  const variables = recordOf(outputs)
  const values = Object.values(variables)
  if (values.length === 0) return ''
  const named = textNames.map((name) => textOf(variables[name])).find((text) => text !== '')
  if (named !== undefined) return named
  const [only] = values
  return values.length === 1 && typeof only === 'string' ? only : JSON.stringify(variables)
}

const types = tableOf<string>({
  unauthorized: 'authentication_error',
  invalid_param: 'invalid_request_error',
  rate_limit_error: 'rate_limit_error',
  provider_quota_exceeded: 'insufficient_quota',
})

/**
 * The error of a body or an event: `code` is a word, `status` a number. A workflow may fail under status 200.
 * https://docs.dify.ai/api-reference/chat/send-chat-message, as known on 2026-11-20
 */
export function difyErrorIn(body: JsonRecord): OwnError | null {
  const { status, error } = recordOf(body.data)
  if (status === 'failed' || status === 'stopped') return { message: textOf(error) || `The workflow is ${status}.` }
  const word = textOf(body.code)
  const isError = body.event === 'error' || (word !== '' && typeof body.message === 'string')
  if (!isError) return null
  const type = types[word]
  return {
    message: textOf(body.message) || word,
    ...(type && { type }),
    code: numberOf(body.status) ?? (word || null),
  }
}
