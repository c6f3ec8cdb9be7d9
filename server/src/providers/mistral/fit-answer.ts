import { isRecord, type JsonRecord, parseRecord, recordsOf, textOf } from '@sluice/contract/read-json'

/** Cheap to find in the text; other answers and chunks are not parsed. */
const differs = /"content":\s*\[|"tool_calls":\s*\[/

/**
 * An answer or a chunk as clients of OpenAI's format read it. Models that think send their content as a list of parts,
 * and calls of tools have no type. https://docs.mistral.ai/capabilities/reasoning, as known on 2026-11-22
 */
export function fitAnswer(json: string): string {
  const answer = differs.test(json) ? parseRecord(json) : null
  if (answer === null) return json
  return JSON.stringify({ ...answer, choices: recordsOf(answer.choices).map(fitChoice) })
}

function fitChoice(choice: JsonRecord): JsonRecord {
  const { message, delta } = choice
  return {
    ...choice,
    ...(isRecord(message) && { message: fitMessage(message) }),
    ...(isRecord(delta) && { delta: fitMessage(delta) }),
  }
}

function fitMessage(message: JsonRecord): JsonRecord {
  const { content, tool_calls: calls } = message
  const typed = Array.isArray(calls) && {
    tool_calls: recordsOf(calls).map((call) => ({ ...call, type: 'function' })),
  }
  if (!Array.isArray(content)) return { ...message, ...typed }
  const parts = recordsOf(content)
  const reasoning = parts.flatMap(({ thinking }) => recordsOf(thinking).map(({ text }) => textOf(text)))
  const text = parts.map((part) => (part.type === 'text' ? textOf(part.text) : '')).join('')
  return {
    ...message,
    content: text,
    ...(reasoning.length > 0 && { reasoning_content: reasoning.join('') }),
    ...typed,
  }
}
