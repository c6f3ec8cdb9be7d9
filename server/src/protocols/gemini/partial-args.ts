import { isRawJson, isRecord, type JsonRecord, textOf } from '@sluice/contract/read-json'
import { field, jsonText, protoNumberOf } from './wire.ts'

/** Bounds of a path, which is untrusted input. */
const stepsMax = 64
const indexMax = 10_000

type Container = Record<string | number, unknown>

/**
 * Assembles arguments that Vertex AI streams in pieces: each is a path and a value; texts are appended to the value at
 * the path. https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling, read 2026-11-20
 */
export function createPartialArgs(): { add(piece: JsonRecord): void; text(): string } {
  // Names are untrusted, and an object without a prototype has no inherited names.
  const root: Container = Object.create(null)
  return {
    add(piece) {
      const steps = parsePath(textOf(field(piece, 'jsonPath')))
      const last = steps.pop()
      if (last === undefined) return
      const parent = reach(root, steps, last)
      if (parent && (!Array.isArray(parent) || typeof last === 'number')) parent[last] = pieceValue(piece, parent[last])
    },
    text: () => jsonText(root),
  }
}

/** Steps of `$.a[0]['b c']`; none when the path cannot be read. */
function parsePath(path: string): (string | number)[] {
  const steps: (string | number)[] = []
  for (const match of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\[(['"])(.*?)\3\]/g)) {
    const index = match[2] === undefined ? undefined : Number(match[2])
    if (index !== undefined && index > indexMax) return []
    steps.push(index ?? match[1] ?? match[4] ?? '')
  }
  return steps.length > stepsMax ? [] : steps
}

/** The container of the last step, created on the way; null if another value is in the way. */
function reach(root: Container, steps: (string | number)[], last: string | number): Container | null {
  let at: Container = root
  for (const [depth, step] of steps.entries()) {
    if (Array.isArray(at) !== (typeof step === 'number')) return null
    const isList = typeof (steps[depth + 1] ?? last) === 'number'
    at[step] ??= isList ? [] : Object.create(null)
    const next = at[step]
    if (!isContainer(next)) return null
    at = next
  }
  return at
}

const isContainer = (value: unknown): value is Container => isRecord(value) || Array.isArray(value)

function pieceValue(piece: JsonRecord, before: unknown): unknown {
  const text = field(piece, 'stringValue')
  if (typeof text === 'string') return typeof before === 'string' ? before + text : text
  const number = field(piece, 'numberValue')
  if (isRawJson(number)) return number
  const known = protoNumberOf(number)
  if (known !== undefined) return known
  const truth = field(piece, 'boolValue')
  return typeof truth === 'boolean' ? truth : (before ?? null)
}
