import { recordOf } from '@sluice/contract/read-json'
import { readExactJson } from '../../core/json/exact-json.ts'
import type { AnswerScreen } from './screen.ts'
import { createScreenRuns, putBack } from './screen-runs.ts'
import { answerTexts } from './texts.ts'

export interface ScreenedAnswer {
  /** A word that was found; null = none. */
  word: string | null
  /** The answer with its words masked, or unchanged. */
  body: Uint8Array
}

/**
 * Screens a complete answer in its upstream's format. A body that is not a JSON object contains no text. Rejects with
 * GatewayError `word_check_failed` when it cannot be screened.
 */
export async function screenAnswer(body: Uint8Array, { matcher, stops }: AnswerScreen): Promise<ScreenedAnswer> {
  const wire = recordOf(readExactJson(new TextDecoder().decode(body)))
  const runs = createScreenRuns(matcher, !stops)
  const texts = [...answerTexts(wire)].map((place) => runs.push(place))
  const word = await runs.look()
  if (word === null || stops) return { word, body }
  for (const text of texts) putBack(text)
  return { word, body: new TextEncoder().encode(JSON.stringify(wire)) }
}
