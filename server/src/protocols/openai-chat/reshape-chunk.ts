import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import { jsonOfFrame } from '../../core/json/json-later.ts'

/** The operator's settings of a channel whose stream is changed on the way. */
export interface ReshapeOptions {
  /** Chunks are rewritten with only the known fields. */
  forcesFormat: boolean
  /** Reasoning moves into the answer, between `<think>` and `</think>`. */
  showsThinking: boolean
}

/** The data to send for one chunk: usually one item, sometimes two, never none. */
export type ChunkReshaper = (data: string) => string[]

interface Chunk {
  [field: string]: unknown
  choices?: Choice[]
}

interface Choice {
  [field: string]: unknown
  index?: number
  delta?: JsonRecord
}

const opening = '<think>\n'
const closing = '\n</think>\n'

/** Reshapes the chunks of one stream, in order. Data that is not a chunk is unchanged. */
export function createChunkReshaper({ forcesFormat, showsThinking }: ReshapeOptions): ChunkReshaper {
  const thinking = new Set<number>()

  return (data) => {
    const chunk = parseChunk(data)
    if (!chunk) return [data]
    const extra = showsThinking ? moveThinking(chunk, thinking) : []
    const shaped = [...extra, chunk].map((one) => (forcesFormat ? knownFields(one) : one))
    return shaped.map(jsonOfFrame)
  }
}

function parseChunk(data: string): (Chunk & { choices: Choice[] }) | null {
  const chunk: Chunk | null = parseExactRecord(data)
  return Array.isArray(chunk?.choices) ? { ...chunk, choices: chunk.choices } : null
}

/** Turns reasoning into content, in place. Returns the chunks that must come first: the end of thinking. */
function moveThinking(chunk: Chunk & { choices: Choice[] }, thinking: Set<number>): Chunk[] {
  const ends: Chunk[] = []
  for (const choice of chunk.choices) {
    const { delta, index = 0 } = choice
    if (!delta) continue
    const reasoning = textOf(delta.reasoning_content ?? delta.reasoning)
    const content = textOf(delta.content)
    if (reasoning !== '') {
      const { reasoning_content: _, reasoning: __, ...rest } = delta
      choice.delta = { ...rest, content: (thinking.has(index) ? '' : opening) + reasoning + content }
      thinking.add(index)
    } else if (thinking.has(index) && (content !== '' || delta.tool_calls || choice.finish_reason)) {
      thinking.delete(index)
      ends.push({
        ...chunk,
        usage: undefined,
        choices: [{ index, delta: { content: closing }, finish_reason: null }],
      })
    }
  }
  return ends
}

/** The chunk as the API describes it: https://platform.openai.com/docs/api-reference/chat-streaming */
function knownFields(chunk: Chunk): Chunk {
  const { id = '', created = 0, model = '', choices = [], usage } = chunk
  const shaped = choices.map(({ index = 0, delta = {}, finish_reason = null, logprobs = null }) => ({
    index,
    delta: deltaFields(delta),
    finish_reason,
    logprobs,
  }))
  return { id, object: 'chat.completion.chunk', created, model, choices: shaped, ...(usage ? { usage } : {}) }
}

const known = ['role', 'content', 'reasoning_content', 'refusal', 'tool_calls', 'function_call', 'audio']

const deltaFields = (delta: JsonRecord): JsonRecord =>
  Object.fromEntries(known.filter((field) => delta[field] != null).map((field) => [field, delta[field]]))
