import { formType } from '../call/client-form.ts'
import type { ClientBody } from '../call/relay-call.ts'
import type { SentBody } from './passage.ts'

export const jsonType = 'application/json'

const noDropped: readonly string[] = []
const noToolNames: ReadonlyMap<string, string> = new Map()
const noCallIds: ReadonlySet<string> = new Set()

/** A body that names every tool and every call as the client does. */
export const sentBody = (
  bytes: SentBody['bytes'],
  contentType: string,
  dropped: readonly string[] = noDropped,
): SentBody => ({
  bytes,
  contentType,
  dropped,
  toolNames: noToolNames,
  callIds: noCallIds,
})

/** The content type of the client's body. */
export const typeOfBody = ({ form }: ClientBody): string => (form ? formType(form.boundary) : jsonType)
