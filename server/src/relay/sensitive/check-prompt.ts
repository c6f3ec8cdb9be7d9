import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../../core/errors.ts'
import type { Matcher } from './matcher.ts'
import type { OnWord } from './screen.ts'
import { promptTexts } from './texts.ts'

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
