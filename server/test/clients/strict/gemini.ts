import { type Json, listOf, textOf } from '../read-json.ts'

const known = new Set([
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'safetySettings',
  'generationConfig',
  'cachedContent',
  'labels',
  'serviceTier',
])
const knownSettings = new Set([
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'candidateCount',
  'stopSequences',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'responseLogprobs',
  'logprobs',
  'thinkingConfig',
  'imageConfig',
  'mediaResolution',
])
const knownInSchema = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'maxItems',
  'minItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'anyOf',
  'propertyOrdering',
  'default',
  'items',
  'minimum',
  'maximum',
])
/** Replaces a lost signature. */
const anySignature = 'skip_thought_signature_validator'

/** Why Gemini would refuse a body; `signatures` are those it has issued. Null = it would not. */
export function refuseGemini(body: Json, signatures: ReadonlySet<string>): string | null {
  const settings = (body.generationConfig ?? {}) as Json
  const extra = [
    ...Object.keys(body).filter((field) => !known.has(field)),
    ...Object.keys(settings).filter((field) => !knownSettings.has(field)),
  ]
  if (extra.length > 0) return `Invalid JSON payload received. Unknown name "${extra.join('", "')}": Cannot find field.`
  return (
    refuseSchema(settings.responseSchema) ??
    refuseTools(listOf(body.tools)) ??
    refuseContents(listOf(body.contents)) ??
    refuseSignatures(listOf(body.contents), signatures)
  )
}

function refuseTools(tools: readonly Json[]): string | null {
  for (const { name, parameters } of tools.flatMap((tool) => listOf(tool.functionDeclarations))) {
    if (!/^[a-zA-Z_][\w.:-]{0,127}$/.test(textOf(name))) return `Invalid function name ${textOf(name)}`
    const refusal = refuseSchema(parameters)
    if (refusal) return `${textOf(name)}: ${refusal}`
  }
  return null
}

/** Both spellings of names are accepted. */
const toCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The subset of OpenAPI: other keywords of JSON Schema are unknown fields. */
function refuseSchema(schema: unknown): string | null {
  if (typeof schema !== 'object' || schema === null) return null
  for (const [word, value] of Object.entries(schema as Json)) {
    if (!knownInSchema.has(toCamelCase(word))) return `Unknown name "${word}" in the schema: Cannot find field.`
    const inner =
      word === 'properties'
        ? Object.values(value as Json)
        : word === 'anyOf'
          ? listOf(value)
          : word === 'items'
            ? [value]
            : []
    for (const subschema of inner) {
      const refusal = refuseSchema(subschema)
      if (refusal) return refusal
    }
  }
  return null
}

function refuseContents(contents: readonly Json[]): string | null {
  for (const [index, content] of contents.entries()) {
    const parts = listOf(content.parts)
    if (parts.length === 0) return `contents[${index}].parts must not be empty`
    const calls = parts.filter((part) => part.functionCall).length
    const answers = listOf(contents[index + 1]?.parts).filter((part) => part.functionResponse).length
    if (calls !== answers)
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
  }
  return null
}

/** The first call of each step since the last user message needs the signature that came with it. */
function refuseSignatures(contents: readonly Json[], signatures: ReadonlySet<string>): string | null {
  const spoken = contents.findLastIndex(
    (content) => content.role === 'user' && !listOf(content.parts).some((part) => part.functionResponse),
  )
  for (const content of contents.slice(spoken + 1)) {
    const first = listOf(content.parts).find((part) => part.functionCall)
    if (!first) continue
    const signature = first.thoughtSignature
    if (signature === undefined) return 'Function call is missing a thought_signature in functionCall parts.'
    if (signature !== anySignature && !signatures.has(textOf(signature))) return 'Invalid thought_signature'
  }
  return null
}
