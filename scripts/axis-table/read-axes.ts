import { type MadeAxis, madeAxes, type NamedAxis, namedAxes, servedAxes } from '../../contract/src/price-axes.ts'
import { isRecord, type JsonRecord } from '../../contract/src/read-json.ts'
import { searchTools, type ToolName, toolNames } from '../../contract/src/tool-prices.ts'
import { keysOf } from '../../contract/src/typed-keys.ts'
import { cacheCountNames } from '../../server/src/core/usage/cache-counts.ts'
import { toolCounters, toolCountFields } from '../../server/src/core/usage/tool-counts.ts'
import { noUsage, type Usage } from '../../server/src/core/usage/usage.ts'
import type { ReportedUsage } from '../../server/src/core/usage/usage-report.ts'

/** What a call is charged by: counts of its usage, how it was served, what it made, and the tools that ran. */
export type Axis = keyof Usage | NamedAxis | ToolName | 'units'
/** The reasoning is inside other counts, and searches are counts. */
export const axes: readonly Axis[] = [
  ...keysOf(noUsage).filter((part) => part !== 'reasoning'),
  'units',
  ...namedAxes,
  ...toolNames.filter((tool) => !searchTools.some((search) => search === tool)),
]

/** A reader of whole answers; `read` is the object of the body. */
export type ReadAnswer = (
  body: Uint8Array,
  read?: JsonRecord | null,
) => { usage: ReportedUsage | null; units?: number; made?: Partial<Record<MadeAxis, string>> | undefined } | null

type Path = readonly string[]
type Values = readonly (readonly [Path, number])[]
const list = '[]'
/** More than any reader descends. */
const depthMax = 6

/** Kinds of items in a list of what a call did. */
const itemTypes = [
  'web_search_call',
  'file_search_call',
  'image_generation_call',
  'code_interpreter_call',
  'shell_call',
  'code_execution_tool_result',
  'advisor_message',
] as const
/** What a field of text may have for a reader: ways to be served, sizes, kinds of tokens, items of a list. */
const texts: readonly string[] = [
  'priority',
  'fast',
  'us',
  '1024x1024',
  'TEXT',
  'IMAGE',
  'AUDIO',
  'VIDEO',
  ...itemTypes,
  'search',
]
const count = 1000

/**
 * The fields that a reader of answers reads for each axis, found by reading: first an answer in which every field is
 * there, which notes the fields that are asked for, then one answer with each of them alone, or with each pair of a
 * text and a count in one object. For each field, the first answer in which it counted.
 */
export function readAxes(read: ReadAnswer): FieldsOfAxes {
  const known = remembered.get(read) ?? findAxes(read)
  remembered.set(read, known)
  return known
}

type FieldsOfAxes = ReadonlyMap<Axis, ReadonlyMap<string, JsonRecord>>
const remembered = new WeakMap<ReadAnswer, FieldsOfAxes>()

function findAxes(read: ReadAnswer): FieldsOfAxes {
  const first = askedPaths(read, [])
  const found = new Map<Axis, Map<string, JsonRecord>>()
  const tried = new Map<string, ReadonlySet<Axis>>()
  const tryBody = (name: string, values: readonly (readonly [Path, unknown])[], known: ReadonlySet<Axis>) => {
    const body = buildBody(values)
    const seen = axesOf(read, body)
    tried.set(name, new Set([...(tried.get(name) ?? []), ...seen]))
    for (const axis of seen) {
      if (known.has(axis) || found.get(axis)?.has(name)) continue
      found.set(axis, (found.get(axis) ?? new Map<string, JsonRecord>()).set(name, body))
    }
  }
  const tryAlone = (path: Path) => {
    for (const value of [count, ...texts]) tryBody(nameOf(path), [[path, value]], new Set())
  }
  for (const path of first) tryAlone(path)
  // Most readers say nothing about an answer without tokens.
  const base = ['input', 'output'].flatMap((side) => {
    const path = first.find((one) => [...(tried.get(nameOf(one)) ?? [])].some((axis) => axis.startsWith(side)))
    return path === undefined ? [] : [[path, 5 * count] as const]
  })
  const counted = axesOf(read, buildBody(base))
  const known = new Set(first.map(nameOf))
  const untyped = askedPaths(read, base)
  const lists = listsIn(untyped)
  const asked = [...untyped, ...itemTypes.flatMap((type) => askedPaths(read, base, { type, lists }))]
  const further = [...new Map(asked.map((path) => [nameOf(path), path])).values()].filter(
    (path) => !known.has(nameOf(path)),
  )
  for (const path of further) tryAlone(path)
  const paths = [...first, ...further]
  // Another value in its place, or in that of an object around it, would take a count away.
  const isOfBase = (path: Path) => base.some(([place]) => path.every((name, index) => place[index] === name))
  for (const path of paths.filter((one) => !isOfBase(one)))
    for (const value of [count, ...texts, texts]) tryBody(nameOf(path), [...base, [path, value]], counted)
  for (const path of paths.filter((one) => one.includes(list)))
    for (const other of paths.filter((one) => one !== path && isBeside(path, one)))
      for (const text of texts) {
        const alone = new Set([...(tried.get(nameOf(path)) ?? []), ...(tried.get(nameOf(other)) ?? [])])
        for (const value of [count, 'id'])
          for (const more of [[], base])
            tryBody(
              `${nameOf(path)} (\`${nameOf(other.slice(-1))}\`: ${text})`,
              [...more, [path, value], [other, text]],
              new Set([...alone, ...(more.length > 0 ? counted : [])]),
            )
      }
  return found
}

const nameOf = (path: Path): string => path.join('.').replaceAll(`.${list}`, list)
const isBeside = (a: Path, b: Path): boolean =>
  a.length === b.length && a.slice(0, -1).join('.') === b.slice(0, -1).join('.')

function axesOf(read: ReadAnswer, body: JsonRecord): Set<Axis> {
  const seen = new Set<Axis>()
  const answer = tryToRead(read, body)
  if (!answer) return seen
  const { usage, units, made } = answer
  for (const part of keysOf(noUsage)) if (usage !== null && usage[part] > 0 && part !== 'reasoning') seen.add(part)
  if (units !== undefined && units > 0) seen.add('units')
  for (const axis of servedAxes) if (usage?.served?.[axis] && !isStandard(usage.served[axis])) seen.add(axis)
  for (const axis of madeAxes) if (made?.[axis]) seen.add(axis)
  for (const { tool } of usage?.toolRuns ?? []) seen.add(tool)
  return seen
}

const isStandard = (name: string): boolean => ['default', 'standard', 'global'].includes(name)

/** Some readers throw for an answer that no upstream sends. */
function tryToRead(read: ReadAnswer, body: JsonRecord) {
  try {
    return read(new TextEncoder().encode('{}'), body)
  } catch {
    return null
  }
}

/**
 * The fields that a reader asks for in an answer with the counts of `base`, with `[]` for the items of a list. Every
 * field is tried as a list, or, with items of a kind, those that are known to be lists.
 */
function askedPaths(read: ReadAnswer, base: Values, items?: { type: string; lists: readonly string[] }): Path[] {
  const asked = new Map<string, Path>()
  const counts = new Map(base.map(([path, value]) => [path.join('\n'), value]))
  const ask = (lists: ReadonlySet<string>) => {
    const note = (path: Path) => asked.set(path.join('\n'), path)
    tryToRead(read, everyField([], { note, lists, counts, type: items?.type }))
  }
  ask(new Set())
  if (items) for (const key of items.lists) ask(listsAround(key))
  // The map grows while it is read.
  else for (const key of asked.keys()) if (asked.size < pathsMax) ask(listsAround(key))
  return [...asked.values()]
}

/** The fields around the items of lists. */
const listsIn = (paths: readonly Path[]): string[] => [
  ...new Set(paths.flatMap((path) => (path.includes(list) ? [path.slice(0, path.lastIndexOf(list)).join('\n')] : []))),
]

/** Readers ask for some dozens of fields. */
const pathsMax = 3_000

/** A field as a list, with the lists around it. */
function listsAround(key: string): ReadonlySet<string> {
  const path = key.split('\n')
  return new Set([key, ...path.flatMap((name, index) => (name === list ? [path.slice(0, index).join('\n')] : []))])
}

interface Asking {
  note(path: Path): void
  /** The fields that are lists, and those that are counts. */
  lists: ReadonlySet<string>
  counts: ReadonlyMap<string, number>
  /** The `type` of the items of lists; absent = an object as well. */
  type?: string | undefined
}

/** What a reader finds that reads all fields of an object: the names under which hosts count tools. */
const toolsOfHosts = new Set(Object.values(toolCounters).flatMap((names) => Object.keys(names)))

/** Readers skip groups of fields without any of them: a name of each group. */
const namesOfGroups = [cacheCountNames.beside, cacheCountNames.details, toolCountFields].flatMap(([name]) => name ?? [])

/** An object that has every field, each an object of this kind or a list of one. */
function everyField(path: Path, asking: Asking): JsonRecord {
  const { note, lists, counts } = asking
  return new Proxy<JsonRecord>(
    {},
    {
      ownKeys: () => (Object.hasOwn(toolCounters, path.at(-1) ?? '') ? [...toolsOfHosts] : namesOfGroups),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get(_, name) {
        if (typeof name === 'symbol' || name === 'toJSON' || name === 'then') return undefined
        const own = [...path, name]
        note(own)
        if (name === 'type' && path.at(-1) === list && asking.type !== undefined) return asking.type
        const key = own.join('\n')
        if (own.length >= depthMax || counts.has(key)) return counts.get(key)
        return lists.has(key) ? [everyField([...own, list], asking)] : everyField(own, asking)
      },
    },
  )
}

function buildBody(values: readonly (readonly [Path, unknown])[]): JsonRecord {
  const body: Record<string, unknown> = {}
  for (const [path, value] of values) {
    let place: Record<string, unknown> = body
    path.forEach((name, index) => {
      const isLast = index === path.length - 1
      if (name === list) return
      const isList = path[index + 1] === list
      if (isLast) place[name] = value
      else if (isList) {
        const known = place[name]
        const item = Array.isArray(known) && isRecord(known[0]) ? known[0] : {}
        place[name] = [item]
        place = item as Record<string, unknown>
      } else {
        const known = place[name]
        const inner = isRecord(known) ? known : {}
        place[name] = inner
        place = inner as Record<string, unknown>
      }
    })
  }
  return body
}
