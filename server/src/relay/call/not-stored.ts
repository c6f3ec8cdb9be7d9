import { GatewayError } from '../../core/errors.ts'

/** Ids are named up to this length: they come from callers. */
const idLengthMax = 80

/** The error of an object that is not stored here for the caller. */
export const notStored = (id: string): GatewayError =>
  new GatewayError('stored_object_not_found', { id: id.slice(0, idLengthMax) })
