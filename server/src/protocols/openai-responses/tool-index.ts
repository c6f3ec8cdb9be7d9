import { isRecord, type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'

/** A tool by the client's name. */
export interface ClientTool {
  name: string
  /** Its namespace, such as an MCP server. */
  namespace?: string
  /** It takes free-form input. */
  isCustom: boolean
}

export interface ToolIndex {
  /** Maps tools in namespaces to single names: other formats have no namespaces. */
  readonly tools: readonly { wire: JsonRecord; tool: ClientTool; flatName: string; namespaces: readonly string[] }[]
  /** The single name of a tool, even if only an earlier turn had it. */
  flatNameOf(namespace: string, name: string): string
  /** The tool with a single name. */
  toolOf(flatName: string): ClientTool
}

/** Function and custom tools of a body, including those in namespaces. The same list always gives the same names. */
export function createToolIndex(body: JsonRecord): ToolIndex {
  const listed = recordsOf(body.tools).flatMap((wire) => toolsIn(wire, []))
  const usable = listed.filter(
    ({ wire }) => textOf(wire.name) !== '' && (wire.type === 'function' || wire.type === 'custom'),
  )
  // Names outside a namespace keep precedence.
  const byFlat = new Map<string, ClientTool>()
  const byPlace = new Map<string, string>()
  const tools: ToolIndex['tools'][number][] = []
  for (const { wire, namespaces } of [...usable].sort(
    (a, b) => Number(a.namespaces.length > 0) - Number(b.namespaces.length > 0),
  )) {
    const name = textOf(wire.name)
    const namespace = namespaces.at(-1) ?? ''
    const place = placeOf(namespace, name)
    if (byPlace.has(place)) continue
    const flatName = freeName(joined(namespace, name), byFlat)
    const tool: ClientTool = {
      name,
      isCustom: wire.type === 'custom',
      ...(namespace !== '' && { namespace }),
    }
    byFlat.set(flatName, tool)
    byPlace.set(place, flatName)
    tools.push({ wire, tool, flatName, namespaces })
  }
  return {
    tools,
    flatNameOf: (namespace, name) => byPlace.get(placeOf(namespace, name)) ?? joined(namespace, name),
    toolOf: (flatName) => byFlat.get(flatName) ?? { name: flatName, isCustom: false },
  }
}

/** The tools of a namespace, at any depth: a call names the one around the tool. */
function toolsIn(
  wire: JsonRecord,
  namespaces: readonly string[],
): { wire: JsonRecord; namespaces: readonly string[] }[] {
  if (wire.type !== 'namespace') return [{ wire, namespaces }]
  const about = textOf(wire.description)
  const [first, ...others] = recordsOf(wire.tools).flatMap((inner) =>
    toolsIn(inner, [...namespaces, textOf(wire.name)]),
  )
  if (!first) return []
  return [about === '' ? first : { ...first, wire: described(first.wire, about) }, ...others]
}

/** The description of a namespace goes to its first tool. */
const described = (wire: JsonRecord, about: string): JsonRecord => ({
  ...wire,
  description: [about, textOf(wire.description)].filter((text) => text !== '').join('\n\n'),
})

const placeOf = (namespace: string, name: string): string => JSON.stringify([namespace, name])
const joined = (namespace: string, name: string): string => (namespace === '' ? name : `${namespace}__${name}`)

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name
  for (let turn = 2; taken.has(free); turn++) free = `${name}_${turn}`
  return free
}

/** The single name of the tool in an item or a choice. */
export const namedIn = (toolIndex: ToolIndex, wire: unknown): string =>
  isRecord(wire) && textOf(wire.name) !== '' ? toolIndex.flatNameOf(textOf(wire.namespace), textOf(wire.name)) : ''
