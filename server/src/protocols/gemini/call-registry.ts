import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { field } from './wire.ts'

/** Assigns ids to the calls of a conversation, and finds the call of a result. */
export interface CallRegistry {
  idOf(call: JsonRecord): string
  /** The call that a `functionResponse` answers. */
  answered(response: JsonRecord): { id: string; name: string }
}

/**
 * Missing ids are derived from the position of the call in the conversation: a conversation only grows, so a call has
 * the same id in every later request.
 */
export function createCallRegistry(contents: JsonRecord[]): CallRegistry {
  const clientIds = new Set(contents.flatMap(clientIdsIn))
  const open: { id: string; name: string }[] = []
  let ordinal = 0

  const makeId = (): string => {
    let id = `call_${ordinal++}`
    while (clientIds.has(id)) id = `${id}_`
    return id
  }

  return {
    idOf(call) {
      const id = textOf(call.id) || makeId()
      open.push({ id, name: textOf(call.name) })
      return id
    },
    answered(response) {
      const id = textOf(response.id)
      const name = textOf(response.name)
      // Without ids, results are in the order of the calls with that name.
      const at = [
        open.findIndex((call) => id !== '' && call.id === id),
        open.findIndex((call) => call.name === name),
        name === '' ? 0 : -1,
      ].find((index) => index >= 0 && index < open.length)
      const call = at === undefined ? undefined : open.splice(at, 1)[0]
      return { id: call?.id ?? (id || makeId()), name: name || (call?.name ?? '') }
    },
  }
}

const clientIdsIn = (content: JsonRecord): string[] =>
  recordsOf(content.parts)
    .map((part) => textOf(recordOf(field(part, 'functionCall')).id))
    .filter((id) => id !== '')
