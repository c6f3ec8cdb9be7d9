import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import OpenAI from 'openai'
import { assembleResponse } from '../../core/chat/assemble.ts'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { arbitraryEvents } from '../../core/chat/test-arbitrary-responses.ts'
import { buildOpenaiChatResponse } from './build-chat-response.ts'
import { createOpenaiChatStreamBuilder } from './build-chat-stream.ts'
import { expressible } from './test-features.ts'

/** The vendor's own client, answered with `body`. */
function createClient(body: string, contentType: string): OpenAI {
  const answer = async () => new Response(body, { headers: { 'content-type': contentType } })
  return new OpenAI({ apiKey: 'none', fetch: answer, maxRetries: 0 })
}

const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }] }

function writeStream(events: ChatEvent[]): string {
  const builder = createOpenaiChatStreamBuilder({ createdAt: 1, includesUsage: true })
  return events.map((event) => builder.push(event)).join('') + builder.end()
}

describe('the client of OpenAI', () => {
  test('assembles a stream to the same answer as a whole one', async () => {
    // Its assembler joins these text fields and ignores other fields of a delta.
    const features = { choices: expressible.choices ?? 1, refusals: true, createdAt: true }
    await fc.assert(
      fc.asyncProperty(arbitraryEvents(features), async (events) => {
        const stream = createClient(writeStream(events), 'text/event-stream').chat.completions.stream(request)
        const assembled = await stream.finalChatCompletion()
        const response = assembleResponse(events)
        const whole = JSON.stringify(buildOpenaiChatResponse(response, { createdAt: 1 }))
        const sent = await createClient(whole, 'application/json').chat.completions.create(request)
        expect(assembled.choices.map(comparableFields)).toEqual(sent.choices.map(comparableFields))
        expect(assembled.usage).toEqual(sent.usage)
        expect(assembled).toMatchObject({ id: sent.id, created: sent.created, model: sent.model })
      }),
      { numRuns: 60 },
    )
  })
  test('throws on an error in the middle of a stream', async () => {
    const text = writeStream([
      { kind: 'start', id: 'a', model: 'm', createdAt: 1, usage: null },
      { kind: 'text', choice: 0, text: 'hal' },
      { kind: 'error', error: { message: 'it broke', type: 'server_error', code: null } },
    ])
    const stream = await createClient(text, 'text/event-stream').chat.completions.create({
      ...request,
      stream: true,
    })
    const read = async () => {
      for await (const chunk of stream) expect(chunk.choices).toHaveLength(1)
    }
    await expect(read()).rejects.toThrow('it broke')
  })
})

/** The fields of a choice that both forms have; a stream has no null. */
function comparableFields({ index, message, finish_reason }: OpenAI.ChatCompletion.Choice) {
  const calls = message.tool_calls?.map((call) => call.type === 'function' && { id: call.id, ...call.function })
  return {
    index,
    finish_reason,
    content: message.content || '',
    refusal: message.refusal || '',
    calls: calls?.map((call) => call && { id: call.id, name: call.name, arguments: call.arguments }) ?? [],
  }
}
