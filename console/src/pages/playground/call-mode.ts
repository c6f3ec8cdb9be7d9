import { isRecord, parseJson, recordOf } from '@sluice/contract/read-json'
import { inlinePicture } from './inline-picture.ts'
import type { CallMode } from './mode-models.ts'
import { readRefusal, type StreamDependencies } from './stream-chat.ts'

/** What a person fills in. Empty texts are not sent. */
export interface ModeInput {
  text: string
  size: string
  count: number
  voice: string
  language: string
  file: File | null
}

export type ModeResult =
  | { mode: 'picture'; pictures: readonly string[]; links: readonly string[] }
  /** An address of this page, which the caller releases. */
  | { mode: 'speech'; sound: Blob }
  | { mode: 'transcript'; text: string }
  | { mode: 'embedding'; vector: readonly number[] }

export type ModeAnswer =
  | { ok: true; result: ModeResult; requestId: string | null; ms: number }
  | { ok: false; error: string; requestId: string | null }

interface ModeCall {
  mode: CallMode
  model: string
  group: string
  input: ModeInput
  userId: number
  signal: AbortSignal
}

const paths: Readonly<Record<CallMode, string>> = {
  picture: '/pg/images/generations',
  speech: '/pg/audio/speech',
  transcript: '/pg/audio/transcriptions',
  embedding: '/pg/embeddings',
}

/** Calls a model once. Rejects only if `signal` aborts. */
export async function callMode(dependencies: StreamDependencies, call: ModeCall): Promise<ModeAnswer> {
  const { mode, userId, signal } = call
  const { sentences } = dependencies
  const startedAt = dependencies.now()
  const body = buildModeBody(call)
  let requestId: string | null = null
  try {
    const response = await dependencies.fetch(paths[mode], {
      method: 'POST',
      cache: 'no-store',
      credentials: 'same-origin',
      headers: {
        // A form has no room for the group beside what goes to the model.
        ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : { 'New-Api-Group': call.group }),
        'New-Api-User': String(userId),
        'Accept-Language': dependencies.language(),
      },
      body,
      signal,
    })
    requestId = response.headers.get('x-oneapi-request-id')
    if (!response.ok) return { ok: false, error: await readRefusal(dependencies, { response, requestId }), requestId }
    const result = await readResult(mode, response)
    if (result === null) return { ok: false, error: sentences.unreadable(), requestId }
    return { ok: true, result, requestId, ms: dependencies.now() - startedAt }
  } catch (cause) {
    if (signal.aborted) throw cause
    return { ok: false, error: sentences.unreachable(), requestId }
  }
}

/** Only what was filled in is sent. */
export function buildModeBody({
  mode,
  model,
  group,
  input,
}: Pick<ModeCall, 'mode' | 'model' | 'group' | 'input'>): string | FormData {
  const { text, size, count, voice, language, file } = input
  if (mode === 'transcript') {
    const form = new FormData()
    form.set('model', model)
    if (language !== '') form.set('language', language)
    if (file) form.set('file', file)
    return form
  }
  const fields = {
    picture: {
      prompt: text,
      n: count,
      ...(size !== '' && { size }),
      // Later models answer with the picture itself, and refuse the field.
      ...(model.startsWith('dall-e') && { response_format: 'b64_json' }),
    },
    speech: { input: text, voice },
    embedding: { input: text },
  }[mode]
  return JSON.stringify({ model, group, ...fields })
}

async function readResult(mode: CallMode, response: Response): Promise<ModeResult | null> {
  if (mode === 'speech') {
    const sound = await response.blob()
    return sound.size === 0 ? null : { mode, sound }
  }
  const answer = await response.text()
  const body = recordOf(parseJson(answer))
  if (mode === 'transcript') {
    // Some hosts answer with the text alone.
    const { text = answer } = body
    return typeof text === 'string' ? { mode, text } : null
  }
  const data: unknown[] = Array.isArray(body.data) ? body.data : []
  return mode === 'picture' ? readPictures(data) : readVector(data)
}

/** Pictures at another address are links: loading them would tell that host about the reader. */
function readPictures(data: readonly unknown[]): ModeResult | null {
  const pictures: string[] = []
  const links: string[] = []
  for (const { b64_json: bytes, url } of data.filter(isRecord)) {
    if (typeof bytes === 'string') pictures.push(`data:image/png;base64,${bytes}`)
    else if (typeof url === 'string' && inlinePicture.test(url)) pictures.push(url)
    else if (typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url)) links.push(url)
  }
  return pictures.length + links.length === 0 ? null : { mode: 'picture', pictures, links }
}

function readVector(data: readonly unknown[]): ModeResult | null {
  const { embedding } = recordOf(data[0])
  if (!Array.isArray(embedding) || !embedding.every((value) => typeof value === 'number')) return null
  return { mode: 'embedding', vector: embedding }
}
