import fc from 'fast-check'
import { noUsage, type Usage } from '../usage/usage.ts'
import { responseEvents } from './assemble.ts'
import type { ChatChoice, ChatEvent, ChatResponse, FinishReason } from './chat-response.ts'
import type { Citation } from './content.ts'
import { assistantParts, imagePart, maybe, text, word } from './test-arbitrary-messages.ts'
import type { RequestFeatures } from './test-request-features.ts'

export interface ResponseFeatures {
  /** Default: none. */
  reasoning?: ('text' | 'signed' | 'redacted')[]
  toolSignatures?: boolean
  refusals?: boolean
  /** Citations with a URL and a title on text. */
  citations?: boolean
  images?: boolean
  /** The maximum number of answers. Default 1. */
  choices?: number
  /** Default: stop, length, content_filter; tool_calls always where there are calls. */
  finishReasons?: FinishReason[]
  createdAt?: boolean
  /** Counts that the protocol can report. Default: inputText, cacheReadText, outputText. */
  usage?: (keyof Usage)[]
}

/** Usage with every count of `keys`; at least one input and one output token, reasoning within the output. */
export function arbitraryUsage(keys: (keyof Usage)[]): fc.Arbitrary<Usage> {
  const counts = Object.fromEntries(keys.map((key) => [key, fc.nat(5000)])) as Record<keyof Usage, fc.Arbitrary<number>>
  return fc.record(counts).map((drawn) => {
    const usage = { ...noUsage, ...drawn }
    usage.inputText += 1
    usage.outputText += usage.reasoning + 1
    return usage
  })
}

const citation: fc.Arbitrary<Citation> = fc
  .tuple(word, text)
  .map(([name, title]) => ({ url: `https://pages.example/${name}`, title }))

function arbitraryChoice(features: ResponseFeatures): fc.Arbitrary<Omit<ChatChoice, 'index'>> {
  const kinds: RequestFeatures = {}
  if (features.reasoning) kinds.reasoning = features.reasoning
  if (features.toolSignatures) kinds.toolSignatures = true
  if (features.refusals) kinds.refusals = true
  return fc
    .record({
      parts: assistantParts(kinds),
      citations: fc.array(citation, { maxLength: features.citations ? 2 : 0 }),
      image: maybe(features.images, imagePart({})),
      reason: fc.constantFrom(...(features.finishReasons ?? (['stop', 'length', 'content_filter'] as const))),
    })
    .map(({ parts, citations, image, reason }) => {
      const numbered = parts.map((part, at) => (part.kind === 'tool_call' ? { ...part, id: `call_${at}` } : part))
      const firstText = numbered.find((part) => part.kind === 'text')
      if (firstText && citations.length > 0) firstText.citations = citations
      const firstCall = numbered.findIndex((part) => part.kind === 'tool_call')
      const hasCalls = firstCall >= 0
      if (image) numbered.splice(hasCalls ? firstCall : numbered.length, 0, image)
      const isRefused = numbered.some((part) => part.kind === 'refusal')
      return { parts: numbered, finishReason: hasCalls ? 'tool_calls' : isRefused ? 'refusal' : reason }
    })
}

export function arbitraryResponse(features: ResponseFeatures = {}): fc.Arbitrary<ChatResponse> {
  return fc
    .record({
      id: word,
      model: word,
      createdAt: features.createdAt ? fc.integer({ min: 1, max: 2_000_000_000 }) : fc.constant(0),
      choices: fc.array(arbitraryChoice(features), { minLength: 1, maxLength: features.choices ?? 1 }),
      usage: arbitraryUsage(features.usage ?? ['inputText', 'cacheReadText', 'outputText']),
    })
    .map((drawn) => ({ ...drawn, choices: drawn.choices.map((choice, index) => ({ index, ...choice })) }))
}

/**
 * A valid stream: the events of an answer, text cut anywhere, several answers interleaved, `part_end` sometimes left
 * out where another part follows. Two streams are equal when `assembleResponse` of both is equal.
 */
export function arbitraryEvents(features: ResponseFeatures = {}): fc.Arbitrary<ChatEvent[]> {
  return fc.tuple(arbitraryResponse(features), fc.infiniteStream(fc.nat(1000))).map(([response, random]) => {
    const draw = (below: number): number => (random.next().value as number) % below
    const events = responseEvents(response)
    const choices = response.choices.map(({ index }) =>
      events.filter((event) => 'choice' in event && event.choice === index).flatMap((event) => cutEvent(event, draw)),
    )
    const interleaved: ChatEvent[] = []
    for (;;) {
      const left = choices.filter((queue) => queue.length > 0)
      const event = left[draw(Math.max(1, left.length))]?.shift()
      if (!event) break
      // Two parts of one kind never follow each other, so the end of a part may be implicit.
      if (event.kind !== 'part_end' || draw(2) === 0) interleaved.push(event)
    }
    const start = events.filter((event) => event.kind === 'start')
    const close = events.filter((event) => event.kind === 'usage' || event.kind === 'end')
    return [...start, ...interleaved, ...close]
  })
}

function cutEvent(event: ChatEvent, draw: (below: number) => number): ChatEvent[] {
  if (event.kind !== 'text' && event.kind !== 'reasoning' && event.kind !== 'tool_arguments') return [event]
  const letters = [...event.text]
  const at = draw(letters.length + 1)
  const pieces = [letters.slice(0, at).join(''), letters.slice(at).join('')].filter((piece) => piece !== '')
  return pieces.map((piece) => ({ ...event, text: piece }))
}
