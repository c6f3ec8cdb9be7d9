import { answerJson } from '../../answers.ts'
import type { Answer } from '../../fake-upstream.ts'
import { answerFrames } from '../../protocol-fakes.ts'
import { type Json, listOf, textOf } from '../read-json.ts'
import { freshId, fullName, type RequestFacts, splitText, type Turn, thought, turnUsage } from './turn.ts'

export const readAnthropic = (body: Json): RequestFacts => ({
  isStream: body.stream === true,
  thinks: ['enabled', 'adaptive'].includes(textOf((body.thinking as Json | undefined)?.type)),
  model: textOf(body.model),
  results: listOf(body.messages)
    .flatMap((message) => listOf(message.content))
    .filter((block) => block.type === 'tool_result')
    .map((block) => textOf(block.content)),
  tools: listOf(body.tools).map((tool) => textOf(tool.name)),
})

const usage = {
  input_tokens: turnUsage.input - turnUsage.cached,
  cache_read_input_tokens: turnUsage.cached,
  cache_creation_input_tokens: 0,
  output_tokens: turnUsage.output,
}

/** A turn in the form of an Anthropic Messages upstream. */
export function anthropicTurn(turn: Turn, { isStream, model, thinks }: RequestFacts, issued: Set<string>): Answer {
  const calls = (turn.calls ?? []).map((call) => ({
    type: 'tool_use',
    id: freshId('toolu_'),
    name: fullName(call),
    input: call.input,
  }))
  const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn'
  const head = { id: freshId('msg_'), type: 'message', role: 'assistant', model }
  const text = turn.text === undefined ? [] : [{ type: 'text', text: turn.text }]
  const content: Json[] = [...(thinks && calls.length > 0 ? [buildThinking(issued)] : []), ...text, ...calls]
  if (!isStream) return answerJson({ ...head, content, stop_reason, stop_sequence: null, usage })
  const message = {
    ...head,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  }
  return answerFrames([
    { type: 'message_start', message },
    ...content.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: emptyBlock(block) },
      ...buildDeltas(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: usage.output_tokens },
    },
    { type: 'message_stop' },
  ])
}

function buildThinking(issued: Set<string>): Json {
  const signature = freshId('signature-')
  issued.add(signature)
  return { type: 'thinking', thinking: thought, signature }
}

function emptyBlock(block: Json): Json {
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' }
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
}

function buildDeltas(block: Json): Json[] {
  if (block.type === 'text') return splitText(textOf(block.text)).map((text) => ({ type: 'text_delta', text }))
  if (block.type === 'tool_use')
    return splitText(textOf(block.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  const thoughts = splitText(textOf(block.thinking)).map((part) => ({
    type: 'thinking_delta',
    thinking: part,
  }))
  return [...thoughts, { type: 'signature_delta', signature: block.signature }]
}
