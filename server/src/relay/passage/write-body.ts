import { writeJsonInSteps } from '../../core/json/write-json-in-steps.ts'
import { finishInTurns, stepMax } from '../../platform/in-turns.ts'
import { isLarge, pauseOf } from '../call/large-body.ts'
import type { AdmittedCall } from '../call/relay-call.ts'

const encoder = new TextEncoder()

/** The bytes of a JSON value for an upstream; a promise only for a call with a large body. */
export const writeBody = (call: AdmittedCall, value: unknown): Uint8Array | Promise<Uint8Array> =>
  isLarge(call.body.bytes)
    ? finishInTurns(writeJsonInSteps(value, stepMax), pauseOf(call))
    : encoder.encode(JSON.stringify(value))
