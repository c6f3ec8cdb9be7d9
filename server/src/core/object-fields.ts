import { isRecord, type JsonRecord } from '@sluice/contract/read-json'

/**
 * The fields of a format that name objects which an upstream account stores: files, answers, containers, vector stores.
 * An account of this gateway may name only its own, because accounts share the upstream account.
 */
export interface ObjectFields {
  /** Fields at any depth whose value is an id, a list of ids, or an object with an id. */
  readonly anywhere: readonly string[]
  /** The same, of the body itself alone. */
  readonly atTop?: readonly string[]
  /** Fields whose value may be an address of a stored object. */
  readonly addresses?: readonly string[]
  /** The id within such an address, or such a text; null = it names none. */
  idInAddress?(address: string): string | null
  /** Ids of objects that other fields do not show, such as an item that is referred to by its id. */
  idsOfItem?(item: JsonRecord): readonly string[]
  /** Fields with data of the caller, or of earlier answers: no upstream looks up what they name. */
  readonly data: readonly string[]
  /** Whether the value is no object's id: a name that the maker offers to everybody. */
  isPublic?(field: string, id: string, owner: JsonRecord): boolean
}

/** Finds the ids of stored objects in a body. Each id once; in the order of the body. */
export type FindObjectIds = (body: JsonRecord) => readonly string[]

/** What a field is. */
type Meaning = 'id' | 'top' | 'address' | 'data'

/** Made once for a format: calls only walk over their fields, not into texts. */
export function createObjectFinder(fields: ObjectFields): FindObjectIds {
  const meanings = new Map<string, Meaning>([
    ...fields.data.map((name): [string, Meaning] => [name, 'data']),
    ...(fields.addresses ?? []).map((name): [string, Meaning] => [name, 'address']),
    ...(fields.atTop ?? []).map((name): [string, Meaning] => [name, 'top']),
    ...fields.anywhere.map((name): [string, Meaning] => [name, 'id']),
  ])

  return (body) => {
    const found: string[] = []
    visitRecord(body, true, (id) => {
      if (!found.includes(id)) found.push(id)
    })
    return found
  }

  function visitRecord(record: JsonRecord, isTop: boolean, add: (id: string) => void): void {
    for (const id of fields.idsOfItem?.(record) ?? []) add(id)
    for (const name in record) {
      const value = record[name]
      if (value === null || value === undefined) continue
      const meaning = meanings.get(name)
      if (meaning === 'data') continue
      if (meaning === 'address') visitAddress(value, add)
      else if (meaning === 'id' || (meaning === 'top' && isTop)) visitIds(name, value, record, add)
      if (typeof value === 'object') visit(value, add)
    }
  }

  function visit(value: object, add: (id: string) => void): void {
    if (!Array.isArray(value)) {
      // The bytes of a file have a name each.
      if (isRecord(value) && !ArrayBuffer.isView(value)) visitRecord(value, false, add)
      return
    }
    // A list of numbers may be long, and holds nothing else.
    if (typeof value[0] === 'number') return
    for (const item of value) if (typeof item === 'object' && item !== null) visit(item, add)
  }

  function visitIds(name: string, value: unknown, owner: JsonRecord, add: (id: string) => void): void {
    if (typeof value === 'string') {
      if (value !== '' && !fields.isPublic?.(name, value, owner)) add(value)
    } else if (Array.isArray(value)) for (const item of value) visitIds(name, item, owner, add)
    else if (isRecord(value) && typeof value.id === 'string') visitIds(name, value.id, value, add)
  }

  function visitAddress(value: unknown, add: (id: string) => void): void {
    if (typeof value !== 'string') return
    const id = fields.idInAddress?.(value) ?? null
    if (id !== null) add(id)
  }
}

const bucket = /^gs:\/\//i
/** Moonshot and Qwen, each before the id that the file has as a stored object. */
const ownScheme = /^(?:ms|fileid):\/\//i
const googleHost = /^(?:https?:\/\/)?(?:[^/?#]*[.@])?generativelanguage\.googleapis\.com\.?(?::\d*)?\//i
const fileInPath = /(?:^|\/)(files\/[^/?#:]+)/i
const fileAlone = /^\/?(?:v\d\w*\/)?(files\/[^/?#:]+)/i

/**
 * The id of a stored file in an address, for formats that any of the hosts behind them may read: Google's Files API and
 * Cloud Storage, Moonshot's and Qwen's files. Whatever else has the address of Google's API is its own id.
 */
export function fileInAddress(address: string): string | null {
  // Most addresses are of the web, or hold the bytes.
  const start = address.trimStart()
  if (bucket.test(start)) return start.trim()
  const scheme = ownScheme.exec(start)
  if (scheme) return start.slice(scheme[0].length).trim() || null
  if (googleHost.test(start)) return fileInPath.exec(decoded(start))?.[1] ?? start.trim()
  return fileAlone.exec(start)?.[1] ?? null
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
