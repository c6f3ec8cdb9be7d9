import { isRecord, type JsonRecord, textOf } from '@sluice/contract/read-json'
import { invalidRequest } from '../invalid-request.ts'

/** The tools in the list `field`; none if it is absent. Throws GatewayError (the caller's) for anything else. */
export function listedTools(wire: unknown, field: string): JsonRecord[] {
  if (wire === undefined || wire === null) return []
  if (!Array.isArray(wire) || !wire.every(isRecord)) throw invalidRequest('notObjectList', { field })
  return wire
}

/** Throws GatewayError (the caller's) where `field` holds no name: a tool or a choice without one has no effect. */
export function requireName(name: unknown, field: string): void {
  if (textOf(name) === '') throw invalidRequest('isRequired', { field })
}
