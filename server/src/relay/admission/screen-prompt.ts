import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall, RelayCall } from '../call/relay-call.ts'
import { checkPrompt, type OnWord } from '../sensitive/check-prompt.ts'
import { type Screening, screeningOf } from '../sensitive/screen.ts'
import type { WordBook } from '../sensitive/word-book.ts'

interface ScreenTools {
  dependencies: Pick<RelayDependencies, 'log' | 'state'>
  words: WordBook
}

type ScreenedPrompt = Pick<AdmittedCall, 'screen' | 'onWord'>

/**
 * Screens the texts of `body` for the words that the operator does not allow. Throws GatewayError
 * `sensitive_words_detected`. Returns the screening for the answer; a promise only where
 * `checkPrompt` returns one. Found words go to the operator's log alone.
 */
export function screenPrompt(
  { dependencies: { log, state }, words }: ScreenTools,
  { id }: RelayCall,
  { userId, tokenId }: AdmittedCall['caller'],
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
