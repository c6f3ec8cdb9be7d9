import { buildList, buildObject, type JsonEntry, readEntries, readItems } from './json-entries.ts'
import { parseText } from './row-format.ts'

/** How the model of a call is compared; `any` = no condition. */
export const modelMatches = ['any', 'full', 'prefix', 'suffix', 'contains'] as const
type ModelMatch = (typeof modelMatches)[number]

export interface ModelCondition {
  match: ModelMatch
  model: string
}

const none: ModelCondition = { match: 'any', model: '' }
const modelField = 'model'

/** The text of `conditions`; null = no condition is needed. */
export function buildCondition({ match, model }: ModelCondition): string | null {
  if (match === 'any') return null
  const name = JSON.stringify(model)
  if (match === 'full') return buildObject([[modelField, name]])
  const fields: JsonEntry[] = [
    ['path', JSON.stringify(modelField)],
    ['mode', JSON.stringify(match)],
    ['value', name],
  ]
  return buildList([buildObject(fields)])
}

/** The single condition on the model in `conditions`; null = several conditions, or one that differs. */
export function parseCondition(json: string | undefined): ModelCondition | null {
  if (json === undefined) return none
  const items = readItems(json)
  if (items === null) return parseShortForm(readEntries(json))
  const [item] = items
  if (item === undefined) return none
  return items.length > 1 ? null : parseListed(readEntries(item))
}

function parseShortForm(entries: readonly JsonEntry[] | null): ModelCondition | null {
  const [first] = entries ?? []
  if (first === undefined) return entries === null ? null : none
  const model = parseText(first[1])
  return entries?.length === 1 && first[0] === modelField && model !== null ? { match: 'full', model } : null
}

const isMatch = (mode: string | null): mode is ModelMatch => modelMatches.some((match) => match === mode)
/** Fields of a condition whose value here is the default. */
const idle: Readonly<Record<string, string>> = { invert: 'false', pass_missing_key: 'false' }

function parseListed(entries: readonly JsonEntry[] | null): ModelCondition | null {
  const fields = new Map((entries ?? []).filter(([name, value]) => idle[name] !== value))
  const isModel = parseText(fields.get('path') ?? '') === modelField
  const mode = parseText(fields.get('mode') ?? '"full"')
  const model = parseText(fields.get('value') ?? '')
  const isKnown = [...fields.keys()].every((name) => ['path', 'mode', 'value'].includes(name))
  if (!isModel || !isKnown || model === null || mode === 'any' || !isMatch(mode)) return null
  return { match: mode, model }
}
