import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../../core/errors.ts'
import type { Services } from '../../services.ts'
import type { Matcher } from './matcher.ts'
import { type AnswerScreen, type OnWord, type Screening, screeningOf } from './screen.ts'
import { promptTexts } from './texts.ts'
import type { WordMatchers } from './word-matchers.ts'

interface ScreenTools {
  dependencies: Services<'state' | 'log'>
  words: WordMatchers
}

/** The screening for the answer; null = none. */
interface ScreenedPrompt {
  screen: AnswerScreen | null
  onWord: OnWord
}

/**
 * Screens the texts of `body` for the words that the operator does not allow. Throws GatewayError
 * `sensitive_words_detected`. Returns the screening for the answer; a promise only where
 * `checkPrompt` returns one. Found words go to the operator's log alone.
 */
export function screenPrompt(
  { dependencies: { log, state }, words }: ScreenTools,
  { id }: { id: string },
  { userId, tokenId }: { userId: number; tokenId: number | null },
  body: Record<string, unknown>,
): ScreenedPrompt | Promise<ScreenedPrompt> {
  const onWord = (word: string) => log.warn({ requestId: id, userId, tokenId, word }, 'sensitive word')
  const screening = screeningOf(words, state.current().options)
  return screening instanceof Promise
    ? screening.then((compiled) => screenBy(compiled, body, onWord))
    : screenBy(screening, body, onWord)
}

function screenBy(
  { prompt, answer }: Screening,
  body: Record<string, unknown>,
  onWord: OnWord,
): ScreenedPrompt | Promise<ScreenedPrompt> {
  const screened = { screen: answer, onWord }
  const checking = prompt ? checkPrompt(body, prompt, onWord) : undefined
  return checking ? checking.then(() => screened) : screened
}

/**
 * Throws GatewayError `sensitive_words_detected` when a text of the request contains one of the words, which `onWord`
 * receives. Returns a promise only if the request is too large to be screened at once, or the words are many.
 */
export function checkPrompt(body: Record<string, unknown>, matcher: Matcher, onWord: OnWord): void | Promise<void> {
  const judge = (word: string | null): void => {
    if (word === null) return
    onWord(word)
    throw new GatewayError('sensitive_words_detected', { what: makeReason('prompt') })
  }
  const word = matcher.firstIn(promptTexts(body))
  return word instanceof Promise ? word.then(judge) : judge(word)
}
