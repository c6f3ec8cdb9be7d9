import { isRecord } from '../read-json.ts'

const partsMax = 16

/** The value at a path such as `messages.0.role`, of the body's own fields alone; undefined = there is none. */
export function readPath(body: unknown, path: string): unknown {
  const parts = path.split('.', partsMax + 1)
  if (parts.length > partsMax) return undefined
  let value = body
  for (const part of parts) {
    if (Array.isArray(value)) value = /^\d{1,6}$/.test(part) ? value[Number(part)] : undefined
    else value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined
  }
  return value
}
