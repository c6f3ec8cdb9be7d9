type Fields = Record<string, unknown>

/** A text inside a value, where it can be replaced. */
export interface TextPlace {
  owner: Fields | unknown[]
  key: string | number
  text: string
  /** Names the run of text it belongs to: pieces of one run follow each other. */
  lane: string
  /** Told before, in pieces: a stream repeats each part whole. */
  isRepeat?: boolean
}

/** Not for people to read: names, kinds, numbers, and what is encoded or signed. */
const untold = new Set([
  ...['id', 'type', 'role', 'object', 'model', 'index', 'status', 'format', 'detail', 'fingerprint'],
  ...['call_id', 'tool_call_id', 'tool_use_id', 'item_id', 'file_id', 'container_id', 'cache_control'],
  ...['data', 'url', 'image_url', 'file_data', 'file_url', 'fileUri', 'file_uri', 'b64_json', 'bytes'],
  ...['mimeType', 'mime_type', 'media_type', 'finish_reason', 'stop_reason', 'finishReason'],
  ...['signature', 'thoughtSignature', 'thought_signature', 'encrypted_content', 'encrypted_stdout'],
  ...['logprobs', 'logprobsResult', 'usage', 'usageMetadata', 'safetyRatings', 'system_fingerprint'],
])

/** Top fields of requests that hold what a model reads, in all formats. */
const promptFields = [
  ...['messages', 'prompt', 'suffix', 'input', 'instructions', 'system', 'contents', 'tools', 'functions'],
  ...['systemInstruction', 'system_instruction', 'query', 'documents', 'prediction', 'instruction'],
]

/** Those of answers and of their frames, in all formats. */
const answerFields = ['choices', 'candidates', 'content', 'delta', 'content_block', 'output']

/** Those of frames that tell a part of the answer again, whole. */
const repeatFields = ['text', 'refusal', 'arguments', 'input', 'code', 'part', 'item']

/** Every text of a request. */
export function* promptTexts(body: Fields): Generator<TextPlace> {
  // Most are absent, and a generator that finds nothing costs as much as one that finds a text.
  for (const field of promptFields) if (body[field] !== undefined) yield* placesIn(body, field, field)
}

/** Every text of an answer, or of one frame of it. */
export function* answerTexts(body: Fields): Generator<TextPlace> {
  const block = blockOf(body)
  for (const field of answerFields)
    yield* placesIn(body, field, field === 'content_block' ? `delta${block}` : field + block)
  for (const field of repeatFields) yield* repeats(placesIn(body, field, `whole ${field}${block}`))
  const { response } = body
  if (typeof response === 'object' && response !== null)
    yield* repeats(placesIn(response as Fields, 'output', 'response'))
}

/** Frames of Anthropic name the block they belong to, those of Responses the item and the part of it. */
function blockOf({ index, output_index: item, content_index: part, summary_index: piece }: Fields): string {
  const numbers = [index, item, part ?? piece].filter((number) => typeof number === 'number')
  return numbers.join('.')
}

function* repeats(places: Generator<TextPlace>): Generator<TextPlace> {
  for (const place of places) yield { ...place, isRepeat: true }
}

/** How deep texts are looked for: bodies are no deeper, and answers of upstreams need no more. */
const depthMax = 64

function* placesIn(
  owner: Fields | unknown[],
  key: string | number,
  lane: string,
  depth = 0,
): Generator<TextPlace> {
  const value = (owner as Fields)[key]
  if (typeof value === 'string') {
    if (value !== '') yield { owner, key, text: value, lane }
    return
  }
  if (typeof value !== 'object' || value === null || depth > depthMax) return
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* placesIn(value, index, laneOf(lane, item, index), depth + 1)
    return
  }
  for (const name of Object.keys(value))
    if (!untold.has(name)) yield* placesIn(value as Fields, name, `${lane}.${name}`, depth + 1)
}

/** Choices and calls say which they are; Gemini's parts are one run of text each for thoughts and answer. */
function laneOf(lane: string, item: unknown, index: number): string {
  const { index: said, thought } = (typeof item === 'object' && item !== null ? item : {}) as Fields
  if (lane.endsWith('.parts')) return `${lane}${thought === true ? 'thought' : ''}`
  return `${lane}.${typeof said === 'number' ? said : index}`
}
