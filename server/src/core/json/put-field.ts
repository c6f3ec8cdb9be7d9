import type { JsonRecord } from '@sluice/contract/read-json'

/** Sets a field as `JSON.parse` does: `__proto__` is one like the others, and not the prototype. */
export function putField(record: JsonRecord, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true })
  else record[name] = value
}
