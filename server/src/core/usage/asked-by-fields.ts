import { isRecord, type JsonRecord, listOf, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { type AskedTool, askedField, askedInPlace, askedKept, askedOther } from './asked-tools.ts'

/**
 * What bodies ask hosts for by other fields than `tools`, in all formats but Gemini's and for all operations. Search
 * options of models that always search are counted as searches.
 */
export function askedByFields(body: JsonRecord): readonly AskedTool[] {
  let asked: readonly AskedTool[] = none
  for (const field in body) {
    const read = readers.get(field)
    if (read !== undefined) asked = [...asked, ...read(body)]
  }
  return asked
}

/** Most bodies have none. */
const none: readonly AskedTool[] = []

/** The results of a search that always runs. https://openrouter.ai/docs/features/web-search, read 2026-11-29 */
const resultsDefault = 5
const resultsMax = 100

/** Plugins of OpenRouter, and of MiniMax, which are names. */
function askedPlugins({ plugins }: JsonRecord): AskedTool[] {
  const given = Array.isArray(plugins) ? listOf(plugins) : [plugins]
  return given
    .filter((plugin) => plugin !== undefined && plugin !== null)
    .map((plugin) => {
      const { id = plugin, max_results } = recordOf(plugin)
      if (id !== 'web') return askedOther('plugins', textOf(id) || 'unnamed')
      return askedResults('plugins', 'web', numberOf(max_results))
    })
}

/** A search whose results are charged one by one, with each answer. */
export function askedResults(field: string, type: string, given?: number): AskedTool {
  const count = given !== undefined && given > 0 ? Math.min(Math.ceil(given), resultsMax) : resultsDefault
  return { type, field, run: { tool: 'search_results', count }, option: String(count), isCertain: true }
}

const sourcesDefault = 20
const sourcesMax = 10_000

/** The search of xAI before its tools: each source that it used is charged. */
function askedSources({ search_parameters: parameters }: JsonRecord): AskedTool[] {
  if (!isRecord(parameters) || parameters.mode === 'off') return []
  const count = Math.min(Math.max(1, Math.ceil(numberOf(parameters.max_search_results) ?? sourcesDefault)), sourcesMax)
  const field = 'search_parameters'
  return [{ type: field, field, run: { tool: 'search_sources', count }, option: textOf(parameters.mode) || 'auto' }]
}

/**
 * The prices of Qwen's searches differ by region.
 * https://www.alibabacloud.com/help/zh/model-studio/web-search and …/qwen-code-interpreter, read 2026-11-29
 */
function askedSearch(body: JsonRecord): AskedTool[] {
  const field = 'enable_search'
  const option = textOf(recordOf(body.search_options).search_strategy) || 'true'
  return isOn(body[field]) ? [{ type: field, field, run: { tool: field, count: 1 }, option }] : []
}

/** A host may read other values than `true` as it. */
const isOn = (value: unknown): boolean => value !== undefined && value !== null && value !== false

/** A field that is a switch. No answer counts what it switches on. */
const askedSwitch =
  (field: string) =>
  (body: JsonRecord): AskedTool[] =>
    isOn(body[field]) ? [askedField(field)] : []

/** A field whose object has a switch of its own, by default on. */
const askedSwitched =
  (field: string) =>
  (body: JsonRecord): AskedTool[] =>
    isOn(body[field]) && recordOf(body[field]).enable !== false ? [askedField(field)] : []

/**
 * Tencent's search, where its options say so; OpenAI's have no such switch, and are counted as a search.
 * https://cloud.tencent.com/document/product/1823/132358, as of 2026-07-31
 */
const askedSearchOptions = ({ web_search_options: options }: JsonRecord): AskedTool[] =>
  isOn(recordOf(options).enable) ? [askedField('web_search_options')] : []

/**
 * A cache that Ark stores for the operator. It charges the stored tokens by the hour:
 * https://docs.byteplus.com/docs/ModelArk/1099320, read 2026-12-01. The field is that of
 * https://www.volcengine.com/docs/82379/1398933, as known on 2026-11-29; no copy of that page was found.
 */
const askedCaching = ({ caching }: JsonRecord): AskedTool[] =>
  isOn(caching) && recordOf(caching).type !== 'disabled' ? [askedField('caching')] : []

/** Fields that clients of OpenAI's library add, which some hosts read as fields of the body. */
const askedExtra = ({ extra_body: extra }: JsonRecord): AskedTool[] =>
  askedByFields(recordOf(extra)).map((asked) => ({ ...asked, field: 'extra_body' }))

/**
 * Mistral lets a moderation model read the prompt. No page says that its tokens are free.
 * https://docs.mistral.ai/studio/safety-moderation/quickstarts, read 2026-11-29
 */
const askedGuardrails = ({ guardrails }: JsonRecord): AskedTool[] =>
  listOf(guardrails).length > 0 ? [askedField('guardrails')] : []

/**
 * The models that OpenRouter and Perplexity try after the called one, each at its own price.
 * https://openrouter.ai/docs/guides/routing/model-fallbacks, read 2026-11-29
 */
function askedModels({ model, models }: JsonRecord): AskedTool[] {
  const named = Array.isArray(models) ? listOf(models) : [models]
  const others = named.filter((one) => one !== model && one !== undefined && one !== null)
  return askedInPlace('models', others.map(textOf))
}

/**
 * Settings that OpenRouter stores for the operator, and those that Perplexity offers to all: models, tools and plugins.
 * https://openrouter.ai/docs/guides/features/presets, read 2026-11-29
 */
const askedPreset = ({ preset }: JsonRecord): AskedTool[] => (textOf(preset) === '' ? [] : [askedField('preset')])

/**
 * An agent that the operator stores at Microsoft Foundry: a model, instructions and tools.
 * https://learn.microsoft.com/azure/foundry/agents/concepts/runtime-components; `agent_reference` by
 * https://rdrr.io/cran/foundryR/man/foundry_agent_reference.html; read 2026-12-01. No copy with `agent` was found: it
 * is the name of earlier clients, as known on 2026-11-29.
 */
const askedAgent =
  (field: 'agent' | 'agent_reference') =>
  (body: JsonRecord): AskedTool[] =>
    isRecord(body[field]) ? [askedKept(field)] : []

/** Wishes that leave OpenRouter its own choice, which prefers cheap hosts, or a cheaper one. */
const cheapWishes = tableOf<(wish: unknown) => boolean>({
  max_price: () => true,
  allow_fallbacks: () => true,
  sort: (wish) => wish === 'price' || recordOf(wish).by === 'price',
  data_collection: (wish) => wish === 'allow',
  zdr: (wish) => wish === false,
  require_parameters: (wish) => wish === false,
  enforce_distillable_text: (wish) => wish === false,
})

const isEmptyList = (wish: unknown): boolean => Array.isArray(wish) && wish.length === 0

/**
 * The hosts that OpenRouter may ask: each has a price of its own. Who names hosts, or leaves some out, may get a dearer
 * one; so may who asks for privacy (`data_collection: deny`, `zdr`), which not every host keeps.
 * https://www.openrouter.ai/docs/features/provider-routing, read 2026-12-01
 */
function askedHosts({ provider }: JsonRecord): AskedTool[] {
  if (isOn(provider) && !isRecord(provider)) return [askedKept('provider')]
  const dearer = Object.entries(recordOf(provider)).find(
    ([name, wish]) => wish !== null && !isEmptyList(wish) && cheapWishes[name]?.(wish) !== true,
  )
  return dearer ? [{ ...askedKept('provider'), option: dearer[0] }] : []
}

const readers: ReadonlyMap<string, (body: JsonRecord) => readonly AskedTool[]> = new Map([
  ['plugins', askedPlugins],
  ['search_parameters', askedSources],
  ['enable_search', askedSearch],
  ['enable_code_interpreter', askedSwitch('enable_code_interpreter')],
  // Baidu Qianfan's search. It costs something beyond 1 500 a month: https://cloud.baidu.com/doc/qianfan/s/nmweljpt3,
  // read 2026-12-01. The field is that of https://cloud.baidu.com/doc/qianfan-api/s/3m7of64lb, as known on 2026-11-29;
  // no copy of that page was found.
  ['web_search', askedSwitched('web_search')],
  ['web_search_options', askedSearchOptions],
  // Of Tencent Hunyuan, SDK 2023-09-01: searches, also deep ones, and documents that are read.
  ...(['enable_enhancement', 'force_search_enhancement', 'enable_deep_search', 'enable_deep_read'] as const).map(
    (field) => [field, askedSwitch(field)] as const,
  ),
  ['caching', askedCaching],
  ['agent', askedAgent('agent')],
  ['agent_reference', askedAgent('agent_reference')],
  ['extra_body', askedExtra],
  ['guardrails', askedGuardrails],
  ['models', askedModels],
  ['preset', askedPreset],
  ['provider', askedHosts],
])
