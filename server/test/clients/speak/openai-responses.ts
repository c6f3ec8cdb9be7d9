import { answerJson } from '../../answers.ts'
import type { Answer } from '../../fake-upstream.ts'
import { answerFrames } from '../../protocol-fakes.ts'
import { type Json, listOf, textOf } from '../read-json.ts'
import { freshId, type RequestFacts, splitText, type ToolUse, type Turn, thought, turnUsage } from './turn.ts'

export const readResponses = (body: Json): RequestFacts => ({
  isStream: body.stream === true,
  thinks: listOf(body.tools).length > 0,
  model: textOf(body.model),
  results: listOf(body.input)
    .filter((item) => /_output$/.test(textOf(item.type)))
    .map((item) => textOf(item.output)),
  tools: listOf(body.tools).map((tool) => textOf(tool.name ?? tool.type)),
})

const usage = {
  input_tokens: turnUsage.input,
  input_tokens_details: { cached_tokens: turnUsage.cached },
  output_tokens: turnUsage.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: turnUsage.input + turnUsage.output,
}

/** A turn in the form of an OpenAI Responses upstream. */
export function responsesTurn(turn: Turn, { isStream, model, thinks }: RequestFacts, issued: Set<string>): Answer {
  const head = { id: freshId('resp_'), object: 'response', created_at: 1_790_000_000, model }
  const items: Item[] = [
    ...(thinks && turn.calls ? [buildReasoning(issued)] : []),
    ...(turn.text === undefined ? [] : [buildMessage(turn.text)]),
    ...(turn.calls ?? []).map(buildCall),
  ]
  const whole = { ...head, status: 'completed', output: items, usage }
  if (!isStream) return answerJson(whole)
  const begun = { ...head, status: 'in_progress', output: [], usage: null }
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...items.flatMap((item, index) => buildEvents(item, index)),
    { type: 'response.completed', response: whole },
  ]
  return answerFrames(events.map((event, sequence_number) => ({ ...event, sequence_number })))
}

type Item = ReturnType<typeof buildMessage> | ReturnType<typeof buildCall> | ReturnType<typeof buildReasoning>

/** Encrypted content: a later request must send it unchanged. */
function buildReasoning(issued: Set<string>) {
  const encrypted_content = freshId('sealed-')
  const item = {
    id: freshId('rs_'),
    type: 'reasoning' as const,
    summary: [{ type: 'summary_text', text: thought }],
    encrypted_content,
  }
  issued.add(encrypted_content).add(item.id)
  return item
}

const buildMessage = (text: string) => ({
  id: freshId('msg_'),
  type: 'message' as const,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
})
const buildCall = ({ name, namespace, input }: ToolUse) => ({
  id: freshId('fc_'),
  type: 'function_call' as const,
  status: 'completed',
  call_id: freshId('call_'),
  name,
  ...(namespace === undefined ? {} : { namespace }),
  arguments: JSON.stringify(input),
})

function buildEvents(item: Item, output_index: number): Json[] {
  const at = { item_id: item.id, output_index }
  const done = { type: 'response.output_item.done', output_index, item }
  if (item.type === 'reasoning') {
    const inPart = { ...at, summary_index: 0 }
    const part = { type: 'summary_text', text: thought }
    return [
      { type: 'response.output_item.added', output_index, item: { ...item, summary: [] } },
      { type: 'response.reasoning_summary_part.added', ...inPart, part: { ...part, text: '' } },
      ...splitText(thought).map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        ...inPart,
        delta,
      })),
      { type: 'response.reasoning_summary_text.done', ...inPart, text: thought },
      { type: 'response.reasoning_summary_part.done', ...inPart, part },
      done,
    ]
  }
  if (item.type === 'function_call') {
    return [
      {
        type: 'response.output_item.added',
        output_index,
        item: { ...item, status: 'in_progress', arguments: '' },
      },
      ...splitText(item.arguments).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        ...at,
        delta,
      })),
      { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments },
      done,
    ]
  }
  const inPart = { ...at, content_index: 0 }
  const text = item.content[0]?.text ?? ''
  const part = { type: 'output_text', text, annotations: [] }
  return [
    {
      type: 'response.output_item.added',
      output_index,
      item: { ...item, status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...inPart, part: { ...part, text: '' } },
    ...splitText(text).map((delta) => ({ type: 'response.output_text.delta', ...inPart, delta })),
    { type: 'response.output_text.done', ...inPart, text },
    { type: 'response.content_part.done', ...inPart, part },
    done,
  ]
}
