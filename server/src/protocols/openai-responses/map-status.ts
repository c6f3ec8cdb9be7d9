import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import type { FinishReason } from '../../core/chat/chat-response.ts'

/** The content of an answer decides when the status alone is ambiguous. */
export interface FinishContext {
  hasToolCalls: boolean
  hasRefusal: boolean
}

/** The finish reason of `status` and `incomplete_details` of a response. */
export function mapStatus(response: JsonRecord, { hasToolCalls, hasRefusal }: FinishContext): FinishReason {
  if (response.status === 'failed' || response.status === 'cancelled') return 'error'
  if (response.status === 'incomplete')
    return recordOf(response.incomplete_details).reason === 'content_filter' ? 'content_filter' : 'length'
  if (hasToolCalls) return 'tool_calls'
  return hasRefusal ? 'refusal' : 'stop'
}

export interface ResponseStatus {
  status: 'completed' | 'incomplete' | 'failed'
  incomplete_details: { reason: 'max_output_tokens' | 'content_filter' } | null
  error: { code: string; message: string } | null
}

/** The reverse, for the wire. */
export function mapFinishReasonToStatus(reason: FinishReason, { hasRefusal }: FinishContext): ResponseStatus {
  const incomplete = (why: 'max_output_tokens' | 'content_filter'): ResponseStatus => ({
    status: 'incomplete',
    incomplete_details: { reason: why },
    error: null,
  })
  switch (reason) {
    case 'stop':
    case 'stop_sequence':
    case 'pause':
    case 'tool_calls':
      return completed
    case 'length':
    case 'context_full':
      return incomplete('max_output_tokens')
    case 'content_filter':
      return incomplete('content_filter')
    case 'refusal':
      // A refusal with text ends normally here; without text only this reason shows it.
      return hasRefusal ? completed : incomplete('content_filter')
    case 'error':
      return {
        status: 'failed',
        incomplete_details: null,
        error: { code: 'server_error', message: 'The model ended its answer with an error.' },
      }
    default:
      return reason satisfies never
  }
}

const completed: ResponseStatus = { status: 'completed', incomplete_details: null, error: null }
