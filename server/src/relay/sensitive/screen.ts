import type { Automaton } from '../../core/sensitive/automaton.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { WordBook } from './word-book.ts'

/** What answers of a call are looked through for. */
export interface AnswerScreen {
  automaton: Automaton
  /** An answer with such a word is ended; otherwise the word is masked. */
  stops: boolean
}

/** What the operator's options ask for. A promise only while changed words are made ready. */
export interface Screening {
  prompt: Automaton | null
  answer: AnswerScreen | null
}

const nothing: Screening = { prompt: null, answer: null }

export function screeningOf(book: WordBook, options: OptionValues): Screening | Promise<Screening> {
  const { CheckSensitiveOnPromptEnabled: prompts, CheckSensitiveOnCompletionEnabled: answers } = options
  if (!options.CheckSensitiveEnabled || (!prompts && !answers)) return nothing
  const automaton = book.of(options.SensitiveWords)
  const build = (found: Automaton | null): Screening => ({
    prompt: prompts ? found : null,
    answer: answers && found ? { automaton: found, stops: options.StopOnSensitiveEnabled } : null,
  })
  return automaton instanceof Promise ? automaton.then(build) : build(automaton)
}
