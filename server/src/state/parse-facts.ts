import { type ModelFacts, modelFacts } from '@sluice/contract/model-facts'
import { parseJson } from '@sluice/contract/read-json'

/** The stored facts of an entry; none if they are unreadable. */
export function parseFacts(text: string | null): ModelFacts {
  const parsed = modelFacts.safeParse(text === null ? {} : parseJson(text))
  return parsed.success ? parsed.data : {}
}
