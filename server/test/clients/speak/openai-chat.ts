import { answerJson, answerSse } from '../../answers.ts'
import type { Answer } from '../../fake-upstream.ts'
import { type Json, listOf, textOf } from '../read-json.ts'
import { freshId, fullName, type RequestFacts, splitText, type Turn, turnUsage } from './turn.ts'

export const readChat = (body: Json): RequestFacts => ({
  isStream: body.stream === true,
  thinks: false,
  model: textOf(body.model),
  results: listOf(body.messages)
    .filter((message) => message.role === 'tool')
    .map((message) => textOf(message.content)),
  tools: listOf(body.tools).map((tool) => textOf((tool.function as Json | undefined)?.name)),
})

const usage = {
  prompt_tokens: turnUsage.input,
  completion_tokens: turnUsage.output,
  total_tokens: turnUsage.input + turnUsage.output,
  prompt_tokens_details: { cached_tokens: turnUsage.cached },
}

/** A turn in the form of an OpenAI Chat Completions upstream. */
export function chatTurn(turn: Turn, { isStream, model }: RequestFacts): Answer {
  const head = { id: freshId('chatcmpl-'), created: 1_790_000_000, model }
  const calls = (turn.calls ?? []).map((call, index) => ({
    index,
    id: freshId('call_'),
    type: 'function',
    function: { name: fullName(call), arguments: JSON.stringify(call.input) },
  }))
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop'
  if (!isStream) {
    const message = {
      role: 'assistant',
      content: turn.text ?? null,
      ...(calls.length > 0 ? { tool_calls: calls.map(({ index: _, ...call }) => call) } : {}),
    }
    return answerJson({
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason }],
      usage,
    })
  }
  const frame = (delta: Json, reason: string | null = null) =>
    JSON.stringify({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: reason }],
    })
  return answerSse([
    frame({ role: 'assistant', content: '' }),
    ...splitText(turn.text ?? '').map((content) => frame({ content })),
    ...calls.flatMap((call) => [
      frame({ tool_calls: [{ ...call, function: { name: call.function.name, arguments: '' } }] }),
      ...splitText(call.function.arguments).map((part) =>
        frame({ tool_calls: [{ index: call.index, function: { arguments: part } }] }),
      ),
    ]),
    frame({}, finish_reason),
    JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [], usage }),
  ])
}
