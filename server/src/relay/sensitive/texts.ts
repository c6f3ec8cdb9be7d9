import { isRecord, recordOf } from '@sluice/contract/read-json'

type Fields = Record<string, unknown>

/** A text inside a value, which can be replaced. */
export interface TextPlace {
  owner: Fields | unknown[]
  key: string | number
  text: string
  /** Names the run of text it belongs to: pieces of one run follow each other. */
  streamKey: string
  /** Already sent in pieces: some streams repeat each part at its end. */
  isRepeat?: boolean
}

/** Fields without text for readers: identifiers, kinds, numbers, and encoded or signed data. */
const skippedFields = new Set([
  'id',
  'type',
  'role',
  'object',
  'model',
  'index',
  'status',
  'format',
  'detail',
  'fingerprint',
  'call_id',
  'tool_call_id',
  'tool_use_id',
  'item_id',
  'file_id',
  'container_id',
  'cache_control',
  'data',
  'url',
  'image_url',
  'file_data',
  'file_url',
  'fileUri',
  'file_uri',
  'b64_json',
  'bytes',
  'mimeType',
  'mime_type',
  'media_type',
  'finish_reason',
  'stop_reason',
  'finishReason',
  'signature',
  'thoughtSignature',
  'thought_signature',
  'encrypted_content',
  'encrypted_stdout',
  'logprobs',
  'logprobsResult',
  'usage',
  'usageMetadata',
  'safetyRatings',
  'system_fingerprint',
])

/** Top-level request fields with text for the model, in all formats. */
const promptFields = [
  'messages',
  'prompt',
  'suffix',
  'input',
  'instructions',
  'system',
  'contents',
  'tools',
  'functions',
  'systemInstruction',
  'system_instruction',
  'query',
  'documents',
  'prediction',
  'instruction',
  'instances',
]

/** The same for answers and frames, in all formats. */
const answerFields = ['choices', 'candidates', 'content', 'delta', 'content_block', 'output']

/** The same for frames that repeat a part of the answer. */
const repeatFields = ['text', 'refusal', 'arguments', 'input', 'code', 'part', 'item']

/** Lists whose texts a model reads as one. */
const joinedLists = new Set(['content', 'parts', 'system'])

/**
 * Every text of a request; texts that follow each other in a message are one. A list, because each step of a generator
 * costs as much as screening a short text.
 */
export function promptTexts(body: Fields): string[] {
  const texts: string[] = []
  for (const field of promptFields) addTexts(texts, body[field], 0, joinedLists.has(field))
  return texts
}

function addTexts(texts: string[], value: unknown, depth: number, isJoined: boolean): void {
  if (typeof value === 'string') {
    if (value !== '') texts.push(value)
    return
  }
  if (typeof value !== 'object' || value === null || depth > depthMax) return
  if (Array.isArray(value)) {
    if (isJoined) addJoined(texts, value, depth)
    else for (const item of value) addTexts(texts, item, depth + 1, false)
  } else if (isRecord(value) && !ArrayBuffer.isView(value))
    for (const name of Object.keys(value))
      if (!skippedFields.has(name)) addTexts(texts, value[name], depth + 1, joinedLists.has(name))
}

/** The parts of a message. What is no text between two texts separates them. */
function addJoined(texts: string[], parts: readonly unknown[], depth: number): void {
  let joined = ''
  for (const part of parts) {
    const text = isRecord(part) ? part.text : part
    if (typeof text === 'string') joined += text
    else {
      if (joined !== '') texts.push(joined)
      joined = ''
    }
    if (isRecord(part)) addOthers(texts, part, depth + 1)
    else if (typeof part !== 'string') addTexts(texts, part, depth + 1, false)
  }
  if (joined !== '') texts.push(joined)
}

/** The texts of a part besides its own. */
function addOthers(texts: string[], part: Fields, depth: number): void {
  for (const name of Object.keys(part)) {
    if (skippedFields.has(name) || (name === 'text' && typeof part.text === 'string')) continue
    addTexts(texts, part[name], depth + 1, joinedLists.has(name))
  }
}

/** Every text of an answer, or of one of its frames; null after each thousand values without one. */
export function* answerTexts(body: Fields): Generator<TextPlace | null> {
  const block = blockOf(body)
  for (const field of answerFields)
    yield* placesIn(body, field, field === 'content_block' ? `delta${block}` : field + block)
  for (const field of repeatFields) yield* repeats(placesIn(body, field, `whole ${field}${block}`))
  const { response } = body
  if (isRecord(response)) yield* repeats(placesIn(response, 'output', 'response'))
}

/** Frames of Anthropic name their block, those of Responses their item and part. */
function blockOf({ index, output_index: item, content_index: part, summary_index: piece }: Fields): string {
  const numbers = [index, item, part ?? piece].filter((number) => typeof number === 'number')
  return numbers.join('.')
}

function* repeats(places: Generator<TextPlace | null>): Generator<TextPlace | null> {
  for (const place of places) yield place && { ...place, isRepeat: true }
}

/** The maximum depth: request bodies are no deeper, and upstreams' answers need no more. */
const depthMax = 64
/** Values that are visited at once: less than 1 ms. */
const valuesPerStep = 1_000

/** An array or object whose values are visited. */
interface Level {
  owner: Fields | unknown[]
  /** The names of its fields; null = it is an array. */
  names: string[] | null
  next: number
  streamKey: string
}

function* placesIn(owner: Fields, field: string, streamKey: string): Generator<TextPlace | null> {
  const { [field]: value } = owner
  if (typeof value === 'string' && value !== '') yield { owner, key: field, text: value, streamKey }
  if (!isContainer(value)) return
  const levels = [levelOf(value, streamKey)]
  let visited = 0
  for (let level = levels[0]; level; level = levels.at(-1)) {
    const key = level.names ? level.names[level.next] : level.next
    if (key === undefined || (!level.names && level.next === level.owner.length)) {
      levels.pop()
      continue
    }
    level.next++
    if (++visited % valuesPerStep === 0) yield null
    const item: unknown = Reflect.get(level.owner, key)
    if (typeof item === 'string') {
      if (item !== '') yield { owner: level.owner, key, text: item, streamKey: keyIn(level, item, key) }
    } else if (levels.length <= depthMax && isContainer(item)) levels.push(levelOf(item, keyIn(level, item, key)))
  }
}

const isContainer = (value: unknown): value is Fields | unknown[] => Array.isArray(value) || isRecord(value)

const levelOf = (owner: Fields | unknown[], streamKey: string): Level => ({
  owner,
  names: Array.isArray(owner) ? null : Object.keys(owner).filter((name) => !skippedFields.has(name)),
  next: 0,
  streamKey,
})

const keyIn = ({ streamKey }: Level, item: unknown, key: string | number): string =>
  typeof key === 'number' ? findTextStream(streamKey, item, key) : `${streamKey}.${key}`

/** Choices and calls have an index; Gemini's parts are one run each for thoughts and answer. */
function findTextStream(streamKey: string, item: unknown, index: number): string {
  const { index: ownIndex, thought } = recordOf(item)
  if (streamKey.endsWith('.parts')) return `${streamKey}${thought === true ? 'thought' : ''}`
  return `${streamKey}.${typeof ownIndex === 'number' ? ownIndex : index}`
}
