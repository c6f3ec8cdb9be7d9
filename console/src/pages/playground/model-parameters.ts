import type { Ability } from '@sluice/contract/model-abilities'
import type { PricingRow } from '@sluice/contract/pricing'
import { parseRecord } from '@sluice/contract/read-json'
import { vendorOf } from '@sluice/contract/vendor-of'

export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const
export const verbosities = ['low', 'medium', 'high'] as const

/** A function that the model may call. The playground runs nothing: the person gives its result. */
export interface Tool {
  name: string
  description: string
  /** A JSON schema as text. */
  parameters: string
  /** What is proposed as the result of each call. */
  result: string
}

/** Parameters that only some models take. Absent = the model's default, which is not sent. */
export interface ModelParameters {
  effort?: (typeof efforts)[number] | undefined
  verbosity?: (typeof verbosities)[number] | undefined
  topP?: number | undefined
  seed?: number | undefined
  /** Texts that end the answer. */
  stop?: readonly string[] | undefined
  /** A JSON schema as text, which the answer has to fit. */
  schema?: string | undefined
  tools?: readonly Tool[] | undefined
  /** The answer is spoken too. */
  sound?: boolean | undefined
}
export type Parameter = keyof ModelParameters

/** OpenAI's wire takes no more. */
export const stopsMax = 4
export const toolsMax = 16
/** The longest schema or result. */
export const jsonCharsMax = 50_000

export type KnownModel = Pick<
  PricingRow,
  'model_name' | 'abilities' | 'max_output_tokens' | 'input_modalities' | 'output_modalities'
>

/** The parameters that a model takes, by its catalogue. Where that is silent, the model is asked and may refuse. */
export function parametersOf(name: string, known: KnownModel | undefined): ReadonlySet<Parameter> {
  const can = (ability: Ability) => known?.abilities === undefined || known.abilities.includes(ability)
  const vendor = vendorOf(name)
  const taken: readonly (readonly [Parameter, boolean])[] = [
    ['effort', can('reasoning')],
    ['verbosity', vendor === 'openai' && can('reasoning') && !/^o\d/.test(name)],
    ['topP', true],
    // Anthropic's wire has no such field.
    ['seed', vendor !== 'anthropic'],
    ['stop', true],
    ['schema', can('structured_output')],
    ['tools', can('tools')],
    // Only where the catalogue says so: other models refuse it.
    ['sound', known?.output_modalities?.includes('audio') === true],
  ]
  return new Set(taken.filter(([, isTaken]) => isTaken).map(([parameter]) => parameter))
}

/** A name that every wire takes. */
export const isToolName = (name: string): boolean => /^[a-zA-Z0-9_-]{1,64}$/.test(name)

/** The fields of a request; what is not set, not valid or not taken by the model is left out. */
export function buildParameters(
  { effort, verbosity, topP, seed, stop = [], schema = '', tools = [], sound = false }: ModelParameters,
  taken: ReadonlySet<Parameter>,
) {
  const format = taken.has('schema') ? parseRecord(schema) : null
  const functions = taken.has('tools') ? tools.flatMap(buildTool) : []
  return {
    ...(effort !== undefined && taken.has('effort') && { reasoning_effort: effort }),
    ...(verbosity !== undefined && taken.has('verbosity') && { verbosity }),
    ...(topP !== undefined && taken.has('topP') && { top_p: topP }),
    ...(seed !== undefined && taken.has('seed') && { seed }),
    ...(stop.length > 0 && taken.has('stop') && { stop }),
    ...(format && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: format } },
    }),
    ...(functions.length > 0 && { tools: functions }),
    // The one format that is streamed.
    ...(sound && taken.has('sound') && { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'pcm16' } }),
  }
}

function buildTool({ name, description, parameters }: Tool) {
  const schema = parseRecord(parameters === '' ? '{"type":"object","properties":{}}' : parameters)
  if (!isToolName(name) || schema === null) return []
  return [
    {
      type: 'function' as const,
      function: { name, ...(description !== '' && { description }), parameters: schema },
    },
  ]
}

/** What a question can have attached beside text, by the name of the modality. */
export type AttachedKind = 'image' | 'audio' | 'pdf'

/** The models whose catalogue does not list a kind of input. Where it is silent, nothing is known. */
export const modelsWithout = (
  kind: AttachedKind,
  names: readonly string[],
  known: ReadonlyMap<string, KnownModel>,
): string[] =>
  names.filter((name) => {
    const modalities = known.get(name)?.input_modalities
    return modalities !== undefined && !modalities.includes(kind)
  })

/** How many parameters differ from the model's defaults. */
export const countSet = (parameters: ModelParameters, taken: ReadonlySet<Parameter>): number =>
  Object.keys(buildParameters(parameters, taken)).length
