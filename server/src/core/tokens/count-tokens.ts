import { listOf, recordOf } from '@sluice/contract/read-json'
import { imageTokens } from './image-tokens.ts'

/** Tokens of a text, exact or estimated. */
export type CountText = (text: string) => number

const perMessage = 3
const perReply = 3
const perTool = 8
const perAudio = 100
const perFile = 5000

/**
 * Tokens of the prompt of a parsed OpenAI request: chat, completions, embeddings, moderations. Lenient: unknown parts
 * count nothing. Images count by their size, audio and files by a flat number.
 */
export function countPromptTokens(body: unknown, model: string, countText: CountText): number {
  const request = recordOf(body)
  const count = createCounter(model, countText)
  const messages = listOf(request.messages)
  const chat = messages.reduce<number>((sum, message) => sum + count.message(message), 0)
  return (
    (messages.length > 0 ? chat + perReply : 0) +
    count.tools(request) +
    count.input(request.prompt) +
    count.input(request.input) +
    count.text(request.suffix) +
    count.text(request.instructions)
  )
}

function createCounter(model: string, countText: CountText) {
  const text = (value: unknown): number => (typeof value === 'string' && value !== '' ? countText(value) : 0)
  const json = (value: unknown): number =>
    value === undefined || value === null ? 0 : text(typeof value === 'string' ? value : JSON.stringify(value))

  const content = (value: unknown): number =>
    typeof value === 'string'
      ? text(value)
      : listOf(value).reduce<number>((sum, part) => sum + contentPart(recordOf(part)), 0)

  const contentPart = (part: Record<string, unknown>): number => {
    switch (part.type) {
      case 'image_url':
      case 'input_image':
        return imageTokens(imageOf(part), model)
      case 'input_audio':
        return perAudio
      case 'file':
      case 'input_file':
        return perFile
      default:
        return text(part.text) + text(part.refusal)
    }
  }

  const call = (value: unknown): number => {
    const called = recordOf(recordOf(value).function ?? recordOf(value).custom ?? value)
    return text(called.name) + json(called.arguments ?? called.input)
  }

  const message = (value: unknown): number => {
    const { role, content: body, name, tool_calls, function_call, refusal } = recordOf(value)
    const calls = listOf(tool_calls).reduce<number>((sum, item) => sum + call(item), 0)
    const named = typeof name === 'string' && name !== '' ? 1 + text(name) : 0
    return perMessage + text(role) + content(body) + named + calls + call(function_call) + text(refusal)
  }

  const tool = (value: unknown): number => {
    const offered = recordOf(recordOf(value).function ?? recordOf(value).custom ?? value)
    const shape = json(offered.parameters ?? offered.format)
    return perTool + text(offered.name) + text(offered.description) + shape
  }

  const tools = (request: Record<string, unknown>): number =>
    [...listOf(request.tools), ...listOf(request.functions)].reduce<number>((sum, item) => sum + tool(item), 0) +
    json(recordOf(request.response_format).json_schema)

  /** A text, a list of texts, tokens, lists of tokens, or content parts. */
  const input = (value: unknown): number => {
    if (typeof value === 'string') return text(value)
    return listOf(value).reduce<number>((sum, item) => sum + inputItem(item), 0)
  }

  const inputItem = (item: unknown): number => {
    if (typeof item === 'number') return 1
    if (typeof item === 'string') return text(item)
    if (Array.isArray(item)) return item.length
    return 'role' in recordOf(item) ? message(item) : contentPart(recordOf(item))
  }

  return { message, tools, input, text }
}

function imageOf(part: Record<string, unknown>): { address: string; detail: string | null } {
  const image = recordOf(part.image_url)
  const address = typeof part.image_url === 'string' ? part.image_url : image.url
  const detail = image.detail ?? part.detail
  return {
    address: typeof address === 'string' ? address : '',
    detail: typeof detail === 'string' ? detail : null,
  }
}
