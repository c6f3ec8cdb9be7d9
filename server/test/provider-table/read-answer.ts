import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { picture, pictureUrl, toolName } from './samples.ts'

/** What a client reads of a whole answer. */
interface ReadAnswer {
  text: string
  thought: string
  tools: readonly (readonly [name: string, input: unknown])[]
}

/** A client of a format: where it calls, what it sends, and how it reads an answer. */
export interface Reader {
  path: string
  question: JsonRecord
  withTool: JsonRecord
  withImage: JsonRecord
  read(answer: JsonRecord): ReadAnswer
}

const prompt = 'Where does the river run?'
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const join = (texts: readonly string[]): string => texts.join('')

const openai: Reader = {
  path: '/v1/chat/completions',
  question: { messages: [{ role: 'user', content: prompt }] },
  withTool: {
    tools: [{ type: 'function', function: { name: toolName, description: 'Weather', parameters } }],
  },
  withImage: {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: pictureUrl } },
        ],
      },
    ],
  },
  read({ choices }) {
    const message = recordOf(recordsOf(choices)[0]?.message)
    return {
      text: textOf(message.content),
      thought: textOf(message.reasoning_content),
      tools: recordsOf(message.tool_calls).map((call) => {
        const called = recordOf(call.function)
        return [textOf(called.name), JSON.parse(textOf(called.arguments))]
      }),
    }
  },
}

const anthropic: Reader = {
  path: '/v1/messages',
  question: { max_tokens: 2_000, messages: [{ role: 'user', content: prompt }] },
  withTool: { tools: [{ name: toolName, description: 'Weather', input_schema: parameters }] },
  withImage: {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
        ],
      },
    ],
  },
  read({ content }) {
    const blocks = recordsOf(content)
    return {
      text: join(blocks.map((block) => textOf(block.text))),
      thought: join(blocks.map((block) => textOf(block.thinking))),
      tools: blocks.flatMap((block) => (block.type === 'tool_use' ? [[textOf(block.name), block.input] as const] : [])),
    }
  },
}

const gemini: Reader = {
  path: '/v1beta/models/gpt-4o:generateContent',
  question: {
    contents: [{ role: 'user', parts: [{ text: prompt }] }],
    generationConfig: { thinkingConfig: { includeThoughts: true } },
  },
  withTool: { tools: [{ functionDeclarations: [{ name: toolName, description: 'Weather', parameters }] }] },
  withImage: {
    contents: [
      {
        role: 'user',
        parts: [{ text: 'What is it?' }, { inlineData: { mimeType: 'image/png', data: picture } }],
      },
    ],
  },
  read({ candidates }) {
    const parts = recordsOf(recordOf(recordsOf(candidates)[0]?.content).parts)
    return {
      text: join(parts.map((part) => (part.thought === true ? '' : textOf(part.text)))),
      thought: join(parts.map((part) => (part.thought === true ? textOf(part.text) : ''))),
      tools: parts.flatMap(({ functionCall: call }) =>
        isRecord(call) ? [[textOf(call.name), call.args] as const] : [],
      ),
    }
  },
}

export const readers = { openai, anthropic, gemini }

/** The text of a stream in OpenAI's format. */
export function readChatStream(frames: string): { text: string; isWhole: boolean; hasError: boolean } {
  const payloads = frames
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .flatMap((frame) => (frame.startsWith('data: ') ? [frame.slice(6)] : []))
  const chunks = payloads.filter((payload) => payload !== '[DONE]').map((payload) => recordOf(JSON.parse(payload)))
  const deltas = chunks.flatMap(({ choices }) => recordsOf(choices).map(({ delta }) => recordOf(delta)))
  return {
    text: join(deltas.map(({ content }) => textOf(content))),
    isWhole: payloads.at(-1) === '[DONE]',
    hasError: chunks.some(({ error }) => error !== undefined),
  }
}
