import type { AnswerScreen } from './screen.ts'
import { createScreenRuns, putBack } from './screen-runs.ts'
import { answerTexts } from './texts.ts'

export interface ScreenedAnswer {
  /** A word that was found; null = none. */
  word: string | null
  /** The answer with its words masked, or as it came. */
  body: Uint8Array
}

/**
 * A whole answer in its upstream's format. A body that is no JSON object is none that holds text. Rejects with
 * GatewayError `word_check_failed` when nobody can tell what it holds.
 */
export async function screenAnswer(
  body: Uint8Array,
  { matcher, stops }: AnswerScreen,
): Promise<ScreenedAnswer> {
  const wire = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>
  const runs = createScreenRuns(matcher, !stops)
  const texts = [...answerTexts(wire)].map((place) => runs.push(place))
  const word = await runs.look()
  if (word === null || stops) return { word, body }
  for (const text of texts) putBack(text)
  return { word, body: new TextEncoder().encode(JSON.stringify(wire)) }
}
