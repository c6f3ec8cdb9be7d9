import { setImmediate } from 'node:timers/promises'
import { GatewayError } from '../../core/errors.ts'
import type { Automaton } from '../../core/sensitive/automaton.ts'
import { fold } from '../../core/sensitive/fold.ts'
import { promptTexts } from './texts.ts'

/** Units looked through before other work gets its turn: a few milliseconds. */
const sliceUnits = 262_144

export type OnWord = (word: string) => void

/**
 * Throws GatewayError `sensitive_words_detected` when a text of the request holds one of the words; `onWord` is told
 * which. A promise only for requests too large to be looked through in one go.
 */
export function checkPrompt(
  body: Record<string, unknown>,
  automaton: Automaton,
  onWord: OnWord,
): void | Promise<void> {
  const steps = lookThrough(body, automaton, onWord)
  return steps.next().done ? undefined : goOn(steps)
}

async function goOn(steps: Generator<void>): Promise<void> {
  do await setImmediate()
  while (!steps.next().done)
}

function* lookThrough(
  body: Record<string, unknown>,
  automaton: Automaton,
  onWord: OnWord,
): Generator<void, void> {
  let seen = 0
  for (const { text } of promptTexts(body)) {
    let state = 0
    let before = ''
    for (let from = 0; from < text.length; ) {
      const to = cutBehind(text, from + sliceUnits)
      const folded = fold(from === 0 && to === text.length ? text : text.slice(from, to))
      const found = automaton.find(folded, state)
      if (found.end >= 0) {
        const end = before.length + found.end
        onWord((before + folded).slice(end - automaton.wordAt(found.state), end))
        throw new GatewayError('sensitive_words_detected')
      }
      state = found.state
      before = folded
      seen += to - from
      from = to
      if (seen < sliceUnits) continue
      seen = 0
      yield
    }
  }
}

/** A place not before a mark or within a pair, so that what is folded apart is folded alike. */
function cutBehind(text: string, at: number): number {
  let cut = at
  while (cut < text.length && /[\p{M}\uff9e\uff9f\u1160-\u11ff\udc00-\udfff]/u.test(text.charAt(cut))) cut++
  return Math.min(cut, text.length)
}
