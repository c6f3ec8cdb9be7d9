/** Fields with one meaning in OpenAI's Chat Completions and Responses, and none elsewhere, by their names in Chat. */
export const openaiFields = [
  'metadata',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
  'verbosity',
] as const

export type OpenaiField = (typeof openaiFields)[number]
export type OpenaiFields = Readonly<Partial<Record<OpenaiField, unknown>>>

/** The fields for which `valueIn` has a value; undefined when there are none. */
export function openaiFieldsOf(valueIn: (name: OpenaiField) => unknown): OpenaiFields | undefined {
  const found = openaiFields
    .map((name) => [name, valueIn(name)] as const)
    .filter(([, value]) => value !== undefined && value !== null)
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
