import { countPromptTokens } from './count-tokens.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { createOutputCounter } from './output-counter.ts'
import { PromptSampler } from './prompt-sampler.ts'

/**
 * Tokens of the prompt of a parsed OpenAI request, by arithmetic on samples alone: for reservations, before the call.
 * The model matters only for images, which a few models count differently.
 */
export function estimatePromptTokens(body: unknown, model = ''): number {
  const sampler = new PromptSampler()
  const others = countPromptTokens(body, model, (text) => {
    sampler.add(text)
    return 0
  })
  return others + sampler.tokens()
}

/** An estimate of all texts, for charges. It is made in steps: 30 MB of text take half a second. */
export interface PromptEstimate {
  /** Of what is counted so far. */
  readonly tokens: number
  readonly isWhole: boolean
  /** Counts some more milliseconds of text. */
  step(): void
}

/** Characters for one step: 10 ms of a slow processor. */
const unitsPerStep = 262_144

/** Counts what a step can take; larger texts wait for further steps. */
export function startPromptEstimate(body: unknown, model: string): PromptEstimate {
  const waiting: string[] = []
  let left = unitsPerStep
  const tokens = countPromptTokens(body, model, (text) => {
    if (text.length > left) {
      waiting.push(text)
      return 0
    }
    left -= text.length
    return estimateTokens(text)
  })
  return estimateWaiting(waiting, tokens)
}

/** The same for one text. */
export const startTextEstimate = (text: string): PromptEstimate => estimateWaiting([text], 0)

/** The estimate of texts of which nothing is counted yet, in addition to `counted` tokens. */
function estimateWaiting(waiting: string[], counted: number): PromptEstimate {
  let tokens = counted
  let counter = createOutputCounter()
  let at = 0

  return {
    get tokens() {
      return tokens + counter.tokens()
    },
    get isWhole() {
      return waiting.length === 0
    },
    step() {
      for (let units = unitsPerStep; units > 0; ) {
        const text = waiting[0]
        if (text === undefined) return
        const end = Math.min(text.length, at + units)
        counter.add(text.slice(at, end))
        units -= end - at
        at = end
        if (end < text.length) return
        tokens += counter.tokens()
        counter = createOutputCounter()
        at = 0
        waiting.shift()
      }
    },
  }
}
