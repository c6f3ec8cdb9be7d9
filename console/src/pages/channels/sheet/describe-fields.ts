import type { ChannelChange } from '@sluice/contract/channel-changes'
import { splitNames } from '../model-names.ts'

type Field = ChannelChange['fields'][number]

/** How a changed field is said. `lists`: names that came and went. `only`: its values are not kept. */
export type FieldWords =
  | { kind: 'was'; name: string; before: string; after: string }
  | { kind: 'set'; name: string; after: string }
  | { kind: 'lists'; name: string; added: string[]; removed: string[] }
  | { kind: 'only'; name: string }

const lists: ReadonlySet<string> = new Set(['models', 'group'])
/** Longer values are said by their beginning. */
const valueMax = 48
/** Fields that identify the channel of a line about something else. */
const quiet: ReadonlySet<string> = new Set(['id', 'keys', 'keys_before', 'keys_on', 'reason_data'])

/** The fields of a change in words, the shown ones only. */
export const describeFields = (fields: readonly Field[]): FieldWords[] =>
  fields.filter(({ name }) => !quiet.has(name)).map(describeField)

function describeField({ name, before, after }: Field): FieldWords {
  if (before !== null && after !== null && lists.has(name)) {
    const [old, now] = [splitNames(before), splitNames(after)]
    const added = now.filter((one) => !old.includes(one))
    const removed = old.filter((one) => !now.includes(one))
    // Another order alone is a change of the whole text.
    if (added.length + removed.length > 0) return { kind: 'lists', name, added, removed }
  }
  if (after === null && before === null) return { kind: 'only', name }
  if (before === null) return { kind: 'set', name, after: shortened(after ?? '') }
  return { kind: 'was', name, before: shortened(before), after: shortened(after ?? '') }
}

const shortened = (text: string): string => (text.length <= valueMax ? text : `${text.slice(0, valueMax)}…`)
