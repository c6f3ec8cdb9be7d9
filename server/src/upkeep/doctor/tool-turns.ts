import type { DoctorClient } from '@sluice/contract/channel-doctor'
import { isRecord, parseRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { toolName, userItem } from './doctor-calls.ts'

/** A call of the tool in an answer. */
interface ToolCall {
  /** '' in formats without ids. */
  id: string
}

/** The parts of an answer that hold text and calls. */
function partsOf(client: DoctorClient, answer: Record<string, unknown>): Record<string, unknown>[] {
  switch (client) {
    case 'openai':
      return recordsOf(recordOf(recordsOf(answer.choices)[0]?.message).tool_calls)
    case 'responses':
      return recordsOf(answer.output)
    case 'anthropic':
      return recordsOf(answer.content)
    case 'gemini':
      return recordsOf(recordOf(recordsOf(answer.candidates)[0]?.content).parts)
  }
}

/** The first whole call of the tool in an answer; null = there is none. */
export function findToolCall(client: DoctorClient, text: string): ToolCall | null {
  for (const part of partsOf(client, parseRecord(text) ?? {})) {
    const call = callIn(client, part)
    if (call !== null) return call
  }
  return null
}

function callIn(client: DoctorClient, part: Record<string, unknown>): ToolCall | null {
  switch (client) {
    case 'openai': {
      const { name, arguments: input } = recordOf(part.function)
      return name === toolName && isObjectText(input) && textOf(part.id) !== '' ? { id: textOf(part.id) } : null
    }
    case 'responses':
      return part.type === 'function_call' && part.name === toolName && isObjectText(part.arguments)
        ? { id: textOf(part.call_id) }
        : null
    case 'anthropic':
      return part.type === 'tool_use' && part.name === toolName && isRecord(part.input) ? { id: textOf(part.id) } : null
    case 'gemini': {
      const { name, args } = recordOf(part.functionCall)
      return name === toolName && (args === undefined || isRecord(args)) ? { id: '' } : null
    }
  }
}

const isObjectText = (value: unknown): boolean => typeof value === 'string' && parseRecord(value) !== null

const result = '{"temperature_celsius":21}'
const again = 'And in Paris?'

/** The items after a call: the answer as it came, the result of the tool, and the next question. */
export function itemsAfter(client: DoctorClient, text: string): unknown[] {
  const answer = parseRecord(text) ?? {}
  switch (client) {
    case 'openai':
      return [
        recordOf(recordsOf(answer.choices)[0]?.message),
        ...recordsOf(recordOf(recordsOf(answer.choices)[0]?.message).tool_calls).map(({ id }) => ({
          role: 'tool',
          tool_call_id: id,
          content: result,
        })),
        userItem(client, again),
      ]
    case 'responses':
      return [
        ...recordsOf(answer.output),
        ...recordsOf(answer.output)
          .filter(({ type }) => type === 'function_call')
          .map(({ call_id }) => ({ type: 'function_call_output', call_id, output: result })),
        userItem(client, again),
      ]
    case 'anthropic':
      return [
        { role: 'assistant', content: answer.content },
        {
          role: 'user',
          content: [
            ...recordsOf(answer.content)
              .filter(({ type }) => type === 'tool_use')
              .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: result })),
            { type: 'text', text: again },
          ],
        },
      ]
    case 'gemini':
      return [
        recordOf(recordsOf(answer.candidates)[0]?.content),
        {
          role: 'user',
          parts: [{ functionResponse: { name: toolName, response: parseRecord(result) } }, { text: again }],
        },
      ]
  }
}
