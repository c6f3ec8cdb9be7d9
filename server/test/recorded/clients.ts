import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import type { RecordedClient } from './recorded.ts'

/** What a client reads of an answer. */
export interface Read {
  text: string
  reasoning: string
  tools: [name: string, input: unknown][]
  end: 'stop' | 'tools' | 'length' | 'filter'
  /** Why the model refuses; '' = it does not say. */
  refusal: string
  /** Distinct addresses that are cited. */
  links: string[]
  /** Tokens, with all parts of the input; null = it reports none. */
  usage: [input: number, output: number] | null
}

export interface ReaderCall {
  baseUrl: string
  key: string
  isStream: boolean
}

const model = 'gpt-4o'
const prompt = 'What is it?'
const parseInput = (text: string): unknown => JSON.parse(text === '' ? '{}' : text)
const join = (texts: readonly (string | undefined | null)[]): string => texts.map((text) => text ?? '').join('')
const keepDistinct = (urls: readonly (string | undefined | null)[]): string[] => [
  ...new Set(urls.filter((url) => typeof url === 'string')),
]

/** Extensions that the package has no types for: of most hosts, and of Groq. */
function readReasoning(message: object | undefined): string {
  const { reasoning_content: content, reasoning } = (message ?? {}) as Record<string, unknown>
  return [content, reasoning].find((text) => typeof text === 'string') ?? ''
}

const ends: Record<string, Read['end']> = {
  tool_calls: 'tools',
  tool_use: 'tools',
  length: 'length',
  max_tokens: 'length',
  MAX_TOKENS: 'length',
  max_output_tokens: 'length',
  content_filter: 'filter',
  refusal: 'filter',
  SAFETY: 'filter',
  PROHIBITED_CONTENT: 'filter',
  OTHER: 'filter',
  stop: 'stop',
  end_turn: 'stop',
  STOP: 'stop',
}
/** An unknown reason fails the test: the official package has no name for it. */
function mapEnd(reason: string | null | undefined, tools: Read['tools']): Read['end'] {
  const end = ends[reason ?? '']
  if (!end) throw new Error(`it ends by ${reason}`)
  return end === 'stop' && tools.length > 0 ? 'tools' : end
}

/** The official package of each format. */
export const readers: Record<RecordedClient, (from: ReaderCall) => Promise<Read>> = {
  async openai({ baseUrl, key, isStream }) {
    const client = new OpenAI({ apiKey: key, baseURL: `${baseUrl}/v1`, maxRetries: 0 })
    const messages = [{ role: 'user' as const, content: prompt }]
    const read: Read = {
      text: '',
      refusal: '',
      reasoning: '',
      tools: [],
      end: 'stop',
      links: [],
      usage: null,
    }
    const mapUsage = (usage: OpenAI.CompletionUsage | null | undefined): Read['usage'] =>
      usage ? [usage.prompt_tokens, usage.completion_tokens] : null
    if (!isStream) {
      const { choices, usage } = await client.chat.completions.create({ model, messages })
      const message = choices[0]?.message
      const tools = (message?.tool_calls ?? []).map((call): Read['tools'][number] =>
        call.type === 'function'
          ? [call.function.name, parseInput(call.function.arguments)]
          : [call.custom.name, { input: call.custom.input }],
      )
      return {
        ...read,
        text: message?.content ?? '',
        refusal: message?.refusal ?? '',
        reasoning: readReasoning(message),
        tools,
        usage: mapUsage(usage),
        end: mapEnd(choices[0]?.finish_reason, tools),
        links: keepDistinct((message?.annotations ?? []).map((note) => note.url_citation.url)),
      }
    }
    const calls = new Map<number, { name: string; input: string }>()
    const urls: string[] = []
    let reason: string | undefined
    const body = { model, messages, stream: true as const, stream_options: { include_usage: true } }
    for await (const { choices, usage } of await client.chat.completions.create(body)) {
      read.usage = mapUsage(usage) ?? read.usage
      reason = choices[0]?.finish_reason ?? reason
      const delta = choices[0]?.delta
      read.text += delta?.content ?? ''
      read.refusal += delta?.refusal ?? ''
      read.reasoning += readReasoning(delta)
      const { annotations } = (delta ?? {}) as Partial<OpenAI.ChatCompletionMessage>
      urls.push(...(annotations ?? []).map((note) => note.url_citation.url))
      for (const { index, function: called } of delta?.tool_calls ?? []) {
        const call = calls.get(index) ?? { name: '', input: '' }
        calls.set(index, {
          name: call.name + (called?.name ?? ''),
          input: call.input + (called?.arguments ?? ''),
        })
      }
    }
    read.tools = [...calls.values()].map(({ name, input }) => [name, parseInput(input)])
    return { ...read, end: mapEnd(reason, read.tools), links: keepDistinct(urls) }
  },
  async responses({ baseUrl, key, isStream }) {
    const client = new OpenAI({ apiKey: key, baseURL: `${baseUrl}/v1`, maxRetries: 0 })
    const body = { model, input: prompt, reasoning: { summary: 'auto' as const } }
    const { output, usage, status, incomplete_details } = isStream
      ? await client.responses.stream(body).finalResponse()
      : await client.responses.create(body)
    const contentParts = output.flatMap((item) => (item.type === 'message' ? item.content : []))
    const texts = contentParts.filter((part) => part.type === 'output_text')
    const tools = output.flatMap((item): Read['tools'] =>
      item.type === 'function_call'
        ? [[item.name, parseInput(item.arguments)]]
        : item.type === 'custom_tool_call'
          ? [[item.name, { input: item.input }]]
          : [],
    )
    return {
      text: join(texts.map(({ text }) => text)),
      refusal: join(contentParts.map((part) => (part.type === 'refusal' ? part.refusal : ''))),
      reasoning: join(
        output.flatMap((item) =>
          item.type === 'reasoning' ? [...item.summary, ...(item.content ?? [])].map(({ text }) => text) : [],
        ),
      ),
      tools,
      end: mapEnd(status === 'completed' ? 'stop' : incomplete_details?.reason, tools),
      links: keepDistinct(
        texts.flatMap(({ annotations }) =>
          annotations.map((note) => (note.type === 'url_citation' ? note.url : undefined)),
        ),
      ),
      usage: usage ? [usage.input_tokens, usage.output_tokens] : null,
    }
  },
  async anthropic({ baseUrl, key, isStream }) {
    const client = new Anthropic({ apiKey: key, baseURL: baseUrl, maxRetries: 0 })
    const body = { model, max_tokens: 2_000, messages: [{ role: 'user' as const, content: prompt }] }
    const { content, usage, stop_reason, stop_details } = isStream
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body)
    const tools = content.flatMap((block): Read['tools'] =>
      block.type === 'tool_use' ? [[block.name, block.input]] : [],
    )
    const { input_tokens, cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage
    return {
      // Messages has no images in answers: they are shown as Markdown.
      text: join(content.map((block) => (block.type === 'text' ? block.text : ''))).replace(
        /^!\[image\]\(data:[^)]+\)/,
        '',
      ),
      refusal: stop_details?.explanation ?? '',
      reasoning: join(content.map((block) => (block.type === 'thinking' ? block.thinking : ''))),
      tools,
      end: mapEnd(stop_reason, tools),
      links: keepDistinct(
        content.flatMap((block) =>
          block.type === 'text' ? (block.citations ?? []).map((note) => ('url' in note ? note.url : undefined)) : [],
        ),
      ),
      usage: [input_tokens + (read ?? 0) + (written ?? 0), usage.output_tokens],
    }
  },
  async gemini({ baseUrl, key, isStream }) {
    const { models } = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl } })
    const body = {
      model,
      contents: prompt,
      config: { thinkingConfig: { includeThoughts: true } },
    }
    const answers = isStream
      ? await Array.fromAsync(await models.generateContentStream(body))
      : [await models.generateContent(body)]
    const candidates = answers.flatMap((answer) => answer.candidates?.[0] ?? [])
    const parts = candidates.flatMap(({ content }) => content?.parts ?? [])
    const tools = parts.flatMap(({ functionCall: call }): Read['tools'] =>
      call ? [[call.name ?? '', call.args ?? {}]] : [],
    )
    const usage = answers.at(-1)?.usageMetadata
    const isRefused = candidates.some(({ finishReason }) => finishReason === 'SAFETY')
    const text = join(parts.map((part) => (part.thought ? '' : part.text)))
    return {
      // It has no field for a refusal.
      ...(isRefused ? { text: '', refusal: text } : { text, refusal: '' }),
      reasoning: join(parts.map(({ text, thought }) => (thought ? text : ''))),
      tools,
      end: mapEnd(candidates.findLast(({ finishReason }) => finishReason)?.finishReason, tools),
      links: keepDistinct(
        candidates.flatMap(({ groundingMetadata: ground }) =>
          (ground?.groundingChunks ?? []).map(({ web }) => web?.uri),
        ),
      ),
      usage: usage
        ? [
            (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0),
            (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
          ]
        : null,
    }
  },
}
