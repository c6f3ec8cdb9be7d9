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
  readonly tools: readonly { wire: JsonRecord; tool: ClientTool; flatName: string }[]
  /** The single name of a tool, even if only an earlier turn had it. */
  flatNameOf(namespace: string, name: string): string
  /** The tool with a single name. */
  toolOf(flatName: string): ClientTool
}

/** Function and custom tools of a body, including those in namespaces. The same list always gives the same names. */
export function createToolIndex(body: JsonRecord): ToolIndex {
  const listed = recordsOf(body.tools).flatMap((wire) => {
    if (wire.type !== 'namespace') return [{ wire, namespace: '' }]
    const about = textOf(wire.description)
    return recordsOf(wire.tools).map((inner, index) => ({
      wire: index === 0 && about !== '' ? described(inner, about) : inner,
      namespace: textOf(wire.name),
    }))
  })
  const usable = listed.filter(
    ({ wire }) => textOf(wire.name) !== '' && (wire.type === 'function' || wire.type === 'custom'),
  )
  // Names outside a namespace keep precedence.
  const byFlat = new Map<string, ClientTool>()
  const byPlace = new Map<string, string>()
  const tools: { wire: JsonRecord; tool: ClientTool; flatName: string }[] = []
  for (const { wire, namespace } of [...usable].sort(
    (a, b) => Number(a.namespace !== '') - Number(b.namespace !== ''),
  )) {
    const name = textOf(wire.name)
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
    tools.push({ wire, tool, flatName })
  }
  return {
    tools,
    flatNameOf: (namespace, name) => byPlace.get(placeOf(namespace, name)) ?? joined(namespace, name),
    toolOf: (flatName) => byFlat.get(flatName) ?? { name: flatName, isCustom: false },
  }
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
