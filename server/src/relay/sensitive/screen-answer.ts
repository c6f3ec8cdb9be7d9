import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { readExactJson } from '../../core/json/exact-json.ts'
import { writeJsonInSteps } from '../../core/json/write-json-in-steps.ts'
import { createPause, finishInTurns, stepMax } from '../../platform/in-turns.ts'
import type { AnswerScreen } from './screen.ts'
import { createScreenRuns, putBack, type RunText } from './screen-runs.ts'
import { answerTexts } from './texts.ts'

export interface ScreenedAnswer {
  /** A word that was found; null = none. */
  word: string | null
  /** The answer with its words masked, or unchanged. */
  body: Uint8Array
}

/**
 * Screens a complete answer in its upstream's format. A large one was read before; words are masked in `read` too. A
 * body that is not a JSON object contains no text. Rejects with GatewayError `word_check_failed` when it cannot be
 * screened.
 */
export async function screenAnswer(
  body: Uint8Array,
  { matcher, stops }: AnswerScreen,
  read?: JsonRecord | null,
): Promise<ScreenedAnswer> {
  const wire = recordOf(read ?? readExactJson(new TextDecoder().decode(body)))
  const runs = createScreenRuns(matcher, !stops)
  const texts: RunText[] = []
  const word = await runs.lookInSteps(answerTexts(wire), texts, { pause: createPause() })
  if (word === null || stops) return { word, body }
  for (const text of texts) putBack(text)
  const masked = read ? await finishInTurns(writeJsonInSteps(wire, stepMax)) : encoder.encode(JSON.stringify(wire))
  return { word, body: masked }
}

const encoder = new TextEncoder()
