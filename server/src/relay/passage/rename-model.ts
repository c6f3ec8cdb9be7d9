import { patchJson } from '../../core/json/patch-json.ts'
import { includesText } from '../../core/json/record-in.ts'
import { scanJson, scanJsonInSteps } from '../../core/json/scan-json.ts'
import { stepMax } from '../../platform/in-turns.ts'
import type { ModelPlace } from '../../protocols/wire-format.ts'

/** The bytes of an upstream's answer limit it. */
const anyJson = { depthMax: 1_000, nodesMax: Number.MAX_SAFE_INTEGER }
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** JSON with another name of the model in `field`, and all other bytes unchanged; unchanged if it lacks the field. */
export const renameModel = (json: Uint8Array, field: string, model: string): Uint8Array =>
  patchField(json, field, () => JSON.stringify(model))

/** The same for a large body; yields between steps. */
export function* renameInSteps(json: Uint8Array, field: string, model: string): Generator<void, Uint8Array, void> {
  const scan = yield* scanJsonInSteps(json, stepMax, anyJson)
  return scan.ok && scan.fields.has(field) ? patchJson(json, scan.fields, { [field]: JSON.stringify(model) }) : json
}

export interface EventRenamer {
  /** The data of an event with the other name. */
  rename(data: string): string
  /** The same for a large event; yields between steps. */
  renameInSteps(data: Uint8Array): Generator<void, Uint8Array, void>
}

/** Replaces the name of the model in the data of events. */
export function createEventRenamer({ field, within, mark }: ModelPlace, model: string): EventRenamer {
  const rename = (json: Uint8Array): Uint8Array =>
    within === undefined
      ? renameModel(json, field, model)
      : patchField(json, within, (object) => decoder.decode(renameModel(object, field, model)))
  const sign = mark ?? (within === undefined ? '' : `"${within}"`)
  return {
    rename: (data) => (data.includes(sign) ? decoder.decode(rename(encoder.encode(data))) : data),
    *renameInSteps(data) {
      if (!includesText(data, sign)) return data
      if (within === undefined) return yield* renameInSteps(data, field, model)
      return yield* renameWithin(data, within, { field, model })
    },
  }
}

function* renameWithin(
  json: Uint8Array,
  within: string,
  { field, model }: { field: string; model: string },
): Generator<void, Uint8Array, void> {
  const scan = yield* scanJsonInSteps(json, stepMax, anyJson)
  const span = scan.ok ? scan.fields.get(within) : undefined
  if (!scan.ok || !span) return json
  const renamed = yield* renameInSteps(json.subarray(span.start, span.end), field, model)
  yield
  return patchJson(json, scan.fields, { [within]: renamed })
}

function patchField(json: Uint8Array, field: string, change: (value: Uint8Array) => string): Uint8Array {
  const scan = scanJson(json, anyJson)
  const span = scan.ok ? scan.fields.get(field) : undefined
  if (!scan.ok || !span) return json
  return patchJson(json, scan.fields, { [field]: change(json.subarray(span.start, span.end)) })
}
