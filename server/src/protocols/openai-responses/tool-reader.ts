import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { imageTokensOf } from '../../core/billing/image-request.ts'
import type { ToolRun } from '../../core/usage/tool-runs.ts'
import { addUsage, noUsage, type Usage } from '../../core/usage/usage.ts'
import { buildReport, type CountReader } from '../../core/usage/usage-report.ts'
import { memoryOf, pictureModelOf, pictureRequest } from './asked-tools.ts'

/** What the items of an answer say about paid tools. */
export interface ToolItems {
  webSearches: number
  fileSearches: number
  /** The type of the tool that used each container, by the container's id. */
  containers: Map<string, string>
  /** Items of pictures, without the pictures. */
  pictures: JsonRecord[]
}

/** Notes one item; `noted` is made at the first that counts. Returns it. */
export function noteItem(noted: ToolItems | null, item: JsonRecord): ToolItems | null {
  switch (item.type) {
    case 'web_search_call':
      return isSearch(item.action) ? changed(noted, (items) => items.webSearches++) : noted
    case 'file_search_call':
      return changed(noted, (items) => items.fileSearches++)
    case 'image_generation_call': {
      const { result, size, quality } = item
      return textOf(result) === '' ? noted : changed(noted, ({ pictures }) => pictures.push({ size, quality }))
    }
    case 'code_interpreter_call':
      return withContainer(noted, item.container_id, item.type)
    case 'shell_call':
      return withContainer(noted, recordOf(item.environment).container_id, item.type)
    default:
      return noted
  }
}

function changed(noted: ToolItems | null, change: (items: ToolItems) => void): ToolItems {
  const items = noted ?? { webSearches: 0, fileSearches: 0, containers: new Map(), pictures: [] }
  change(items)
  return items
}

/** The tool `shell` makes a `shell_call`. */
const withContainer = (noted: ToolItems | null, id: unknown, call: string): ToolItems | null =>
  textOf(id) === '' ? noted : changed(noted, ({ containers }) => containers.set(textOf(id), call.replace(/_call$/, '')))

/** On hosts without an action every such call is a search. */
const isSearch = (action: unknown): boolean => (recordOf(action).type ?? 'search') === 'search'

export const itemsOf = (output: unknown): ToolItems | null => recordsOf(output).reduce(noteItem, null)

/**
 * The runs of paid tools other than searches, by the items and the counts of an answer; undefined without any.
 * Containers: OpenAI bills the time that each one runs, also one that exists already. Pictures: the tokens that
 * `tool_usage` reports, else an estimate.
 * https://developers.openai.com/api/docs/changelog (2026-06-02), and types/responses/response.py of openai-python
 * 3.57.0, read 2026-11-29
 */
export function runsIn(reader: CountReader, response: JsonRecord, items: ToolItems | null) {
  const reported = recordOf(recordOf(response.tool_usage).image_gen)
  const usage = pictureUsage(reader, reported)
  if (!items && !usage) return undefined
  const tools = recordsOf(response.tools)
  const pictures = picturesOf(items, usage, tools)
  const runs = [...containersOf(items, tools), ...pictures.runs]
  return runs.length === 0 ? undefined : { runs, isEstimated: pictures.isEstimated }
}

function containersOf(items: ToolItems | null, tools: readonly JsonRecord[]): ToolRun[] {
  const counts = new Map<ToolRun['tool'], number>()
  for (const type of items?.containers.values() ?? []) {
    const memory = memoryOf(tools.find((tool) => tool.type === type) ?? {}) ?? '1g'
    counts.set(`container_${memory}`, (counts.get(`container_${memory}`) ?? 0) + 1)
  }
  return [...counts].map(([tool, count]) => ({ tool, count }))
}

function picturesOf(items: ToolItems | null, usage: Usage | null, tools: readonly JsonRecord[]) {
  const drawn = items?.pictures ?? []
  if (!usage && drawn.length === 0) return { runs: [], isEstimated: false }
  const tool = tools.find(({ type }) => type === 'image_generation')
  const model = tool && pictureModelOf(tool)
  const estimated = (picture: JsonRecord) => ({
    ...noUsage,
    ...imageTokensOf(pictureRequest(tool ?? {}, picture), model),
  })
  const run: ToolRun = {
    tool: 'image_generation',
    count: Math.max(1, drawn.length),
    usage: usage ?? drawn.map(estimated).reduce(addUsage, noUsage),
    ...(model && { model }),
  }
  return { runs: [run], isEstimated: !usage }
}

/** Tokens of the picture model as disjoint parts; null when none are reported. */
function pictureUsage(reader: CountReader, wire: JsonRecord): Usage | null {
  const into = recordOf(wire.input_tokens_details)
  const cached = recordOf(wire.cached_tokens_details)
  const readImage = reader.tokens(cached.cached_image_tokens) ?? 0
  const readText = reader.tokens(cached.cached_text_tokens) ?? 0
  const image = reader.tokens(into.image_tokens) ?? 0
  const report = buildReport({
    input: reader.tokens(wire.input_tokens),
    output: reader.tokens(wire.output_tokens),
    isDoubtful: false,
    parts: {
      inputImage: Math.max(0, image - readImage),
      cacheReadText: readText,
      cacheReadImage: readImage,
      outputText: reader.tokens(recordOf(wire.output_tokens_details).text_tokens) ?? 0,
    },
    outputPart: 'outputImage',
  })
  if (!report) return null
  const { missing, unbacked, isDoubtful, served, toolRuns, ...usage } = report
  return usage
}
