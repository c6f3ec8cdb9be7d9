import type { OptionValues } from '../../state/option-registry.ts'
import type { Matcher } from './matcher.ts'
import type { WordMatchers } from './word-matchers.ts'

/** Called with each word that is found. */
export type OnWord = (word: string) => void

/** The words that a call's answers are screened for. */
export interface AnswerScreen {
  matcher: Matcher
  /** An answer with such a word is ended; otherwise the word is masked. */
  stops: boolean
}

/** The screening that the operator's options ask for. A promise only while changed words are compiled. */
export interface Screening {
  prompt: Matcher | null
  answer: AnswerScreen | null
}

const nothing: Screening = { prompt: null, answer: null }

export function screeningOf(matchers: WordMatchers, options: OptionValues): Screening | Promise<Screening> {
  const { CheckSensitiveOnPromptEnabled: prompts, CheckSensitiveOnCompletionEnabled: answers } = options
  if (!options.CheckSensitiveEnabled || (!prompts && !answers)) return nothing
  const matcher = matchers.of(options.SensitiveWords)
  const build = (found: Matcher | null): Screening => ({
    prompt: prompts ? found : null,
    answer: answers && found ? { matcher: found, stops: options.StopOnSensitiveEnabled } : null,
  })
  return matcher instanceof Promise ? matcher.then(build) : build(matcher)
}
