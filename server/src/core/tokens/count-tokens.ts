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
  const count = new PromptCounter(model, countText)
  const messages = listOf(request.messages)
  return (
    (messages.length > 0 ? count.messages(messages) + perReply : 0) +
    count.tools(request) +
    count.input(request.prompt) +
    count.input(request.input) +
    count.text(request.suffix) +
    count.text(request.instructions)
  )
}

class PromptCounter {
  readonly #model: string
  readonly #countText: CountText

  constructor(model: string, countText: CountText) {
    this.#model = model
    this.#countText = countText
  }

  text(value: unknown): number {
    return typeof value === 'string' && value !== '' ? this.#countText(value) : 0
  }

  messages(list: readonly unknown[]): number {
    let sum = 0
    for (const message of list) sum += this.#message(message)
    return sum
  }

  tools(request: Record<string, unknown>): number {
    let sum = this.#json(recordOf(request.response_format).json_schema)
    for (const tool of listOf(request.tools)) sum += this.#tool(tool)
    for (const tool of listOf(request.functions)) sum += this.#tool(tool)
    return sum
  }

  /** A text, a list of texts, tokens, lists of tokens, or content parts. */
  input(value: unknown): number {
    if (typeof value === 'string') return this.text(value)
    let sum = 0
    for (const item of listOf(value)) sum += this.#inputItem(item)
    return sum
  }

  #json(value: unknown): number {
    if (value === undefined || value === null) return 0
    return this.text(typeof value === 'string' ? value : JSON.stringify(value))
  }

  #message(value: unknown): number {
    const { role, content, name, tool_calls, function_call, refusal } = recordOf(value)
    let sum = perMessage + this.text(role) + this.#content(content) + this.#call(function_call) + this.text(refusal)
    if (typeof name === 'string' && name !== '') sum += 1 + this.text(name)
    for (const call of listOf(tool_calls)) sum += this.#call(call)
    return sum
  }

  #content(value: unknown): number {
    if (typeof value === 'string') return this.text(value)
    let sum = 0
    for (const part of listOf(value)) sum += this.#contentPart(recordOf(part))
    return sum
  }

  #contentPart(part: Record<string, unknown>): number {
    switch (part.type) {
      case 'image_url':
      case 'input_image':
        return imageTokens(imageOf(part), this.#model)
      case 'input_audio':
        return perAudio
      case 'file':
      case 'input_file':
        return perFile
      default:
        return this.text(part.text) + this.text(part.refusal)
    }
  }

  #call(value: unknown): number {
    const wire = recordOf(value)
    const called = recordOf(wire.function ?? wire.custom ?? value)
    return this.text(called.name) + this.#json(called.arguments ?? called.input)
  }

  #tool(value: unknown): number {
    const wire = recordOf(value)
    const offered = recordOf(wire.function ?? wire.custom ?? value)
    const shape = this.#json(offered.parameters ?? offered.format)
    return perTool + this.text(offered.name) + this.text(offered.description) + shape
  }

  #inputItem(item: unknown): number {
    if (typeof item === 'number') return 1
    if (typeof item === 'string') return this.text(item)
    if (Array.isArray(item)) return item.length
    const record = recordOf(item)
    return 'role' in record ? this.#message(record) : this.#contentPart(record)
  }
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
