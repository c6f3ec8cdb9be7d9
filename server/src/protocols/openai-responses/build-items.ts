import type { Citation, ImagePart, ReasoningPart } from '../../core/chat/content.ts'
import { buildThought, callState } from './build-input.ts'
import { customInput } from './custom-tools.ts'
import type { ClientTool } from './tool-index.ts'
import type { AnswerAnnotation, AnswerContentPart, AnswerItem, AnswerText } from './wire.ts'

type ItemStatus = 'in_progress' | 'completed'

/** Complete items of `output`. Id prefixes name the type, like those of the API. */

export const messageItem = (
  id: string,
  content: AnswerContentPart[],
  status: ItemStatus = 'completed',
): AnswerItem => ({
  id: `msg_${id}`,
  type: 'message',
  status,
  role: 'assistant',
  content,
})

export const textPart = (text: string, annotations: AnswerAnnotation[] = []): AnswerText => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
})

export const refusalPart = (refusal: string): AnswerContentPart => ({ type: 'refusal', refusal })

export const reasoningItem = (id: string, part: ReasoningPart): AnswerItem => ({
  id: `rs_${id}`,
  type: 'reasoning',
  ...buildThought(part),
})

export const callStateItem = (id: string, signature: string): AnswerItem => ({
  id: `rs_${id}`,
  type: 'reasoning',
  ...callState(signature),
})

export interface CallItem {
  id: string
  callId: string
  /** The client's name of the tool. */
  tool: ClientTool
  /** JSON text. */
  arguments: string
}

export function callItem(call: CallItem, status: ItemStatus = 'completed'): AnswerItem {
  const { id, callId } = call
  const { name, namespace, isCustom } = call.tool
  const named = namespace === undefined ? { name } : { namespace, name }
  return isCustom
    ? {
        id: `ctc_${id}`,
        type: 'custom_tool_call',
        status,
        call_id: callId,
        ...named,
        input: status === 'completed' ? customInput(call.arguments) : '',
      }
    : { id: `fc_${id}`, type: 'function_call', status, call_id: callId, ...named, arguments: call.arguments }
}

/** A picture by the model; null for one that is not bytes, such as an address or a stored file. */
export const imageItem = (id: string, { source }: ImagePart): AnswerItem | null =>
  source.kind === 'base64'
    ? { id: `ig_${id}`, type: 'image_generation_call', status: 'completed', result: source.data }
    : null

/** Citations without an address are dropped. Only the end of the cited text is known. */
export const buildAnnotation = ({ url, title }: Citation, textLength: number): AnswerAnnotation | null =>
  url === undefined ? null : { type: 'url_citation', url, title: title ?? url, start_index: 0, end_index: textLength }
