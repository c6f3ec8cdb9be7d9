import { isRecord, type JsonRecord } from '@sluice/contract/read-json'

/** The target of a reference inside the same schema. */
export function schemaAt(root: JsonRecord, reference: string): JsonRecord | undefined {
  if (!reference.startsWith('#')) return undefined
  let value: unknown = root
  for (const step of reference.slice(1).split('/').slice(1)) {
    const name = unescapeStep(step)
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return isRecord(value) ? value : undefined
}

function unescapeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}
