import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall, RelayCall } from '../call/relay-call.ts'
import { checkPrompt } from '../sensitive/check-prompt.ts'
import { screeningOf } from '../sensitive/screen.ts'
import type { WordBook } from '../sensitive/word-book.ts'

interface ScreenTools {
  dependencies: Pick<RelayDependencies, 'log' | 'state'>
  words: WordBook
}

/**
 * Screens the texts of `body` for the words that the operator does not allow. Throws GatewayError
 * `sensitive_words_detected`. Returns the screening for the answer. Found words go to the operator's log alone.
 */
export async function screenPrompt(
  { dependencies: { log, state }, words }: ScreenTools,
  { id }: RelayCall,
  { userId, tokenId }: AdmittedCall['caller'],
  body: Record<string, unknown>,
): Promise<Pick<AdmittedCall, 'screen' | 'onWord'>> {
  const onWord = (word: string) => log.warn({ requestId: id, userId, tokenId, word }, 'sensitive word')
  const asked = screeningOf(words, state.current().options)
  const { prompt, answer } = asked instanceof Promise ? await asked : asked
  const checking = prompt ? checkPrompt(body, prompt, onWord) : undefined
  if (checking) await checking
  return { screen: answer, onWord }
}
