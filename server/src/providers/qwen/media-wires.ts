import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { defined } from '../../core/json/defined.ts'
import type { ImageWire, MadeImage, MediaWire, SpeechWire, TranscriptWire } from '../../core/media.ts'
import { voiceFor } from '../../core/openai-voices.ts'
import { buildCharacterReport, secondsOf } from '../../core/usage/usage-report.ts'
import type { CallOperation } from '../../protocols/call-operation.ts'
import { parseSpeechUsage, parseTranscriptionUsage } from '../../protocols/openai-media/parse-usage.ts'
import { addressOf, imagesIn } from '../image-answers.ts'
import type { ImageBody, ImageSettings, ImageTaskBody, SpeechBody, TranscriptBody } from './wire.ts'

const generation = '/api/v1/services/aigc/multimodal-generation/generation'
const synthesis = '/api/v1/services/aigc/text2image/image-synthesis'

/** Models whose answer holds the images; the answer of the others names a task. */
const answersAtOnce = (model: string): boolean => /^(qwen-image|z-image|wan2\.([6-9]|\d\d)|wan[3-9])/.test(model)

/** The path of a call for media; null for all other calls. */
export function mediaPathOf(operation: CallOperation, model: string): string | null {
  const wire = mediaWireOf(operation, model)
  if (!wire) return null
  return wire === taskWire ? synthesis : generation
}

export function mediaWireOf(operation: CallOperation, model: string): MediaWire | null {
  switch (operation) {
    case 'image_generations':
      return answersAtOnce(model) ? imageWire : taskWire
    case 'image_edits':
      return imageWire
    case 'speech':
      return speechWire
    case 'transcriptions':
      return transcriptWire
    default:
      return null
  }
}

/** Errors of the native API are at the top level, or in the output of a task. */
function errorIn(answer: JsonRecord) {
  const output = recordOf(answer.output)
  const status = textOf(output.task_status)
  const holder = status === 'FAILED' || status === 'CANCELED' || status === 'UNKNOWN' ? output : answer
  const failed = recordsOf(output.results).find(({ code }) => textOf(code) !== '')
  const [found] = [holder, status === 'SUCCEEDED' && imagesIn(output.results).length === 0 ? failed : undefined]
    .filter((one) => one !== undefined)
    .filter(({ code }) => textOf(code) !== '')
  if (found) return { message: textOf(found.message) || textOf(found.code), ...kindOf(textOf(found.code)) }
  return holder === output ? { message: `The task is ${status}.`, code: 502 } : null
}

/** https://help.aliyun.com/zh/model-studio/error-code, as known on 2026-11-22 */
function kindOf(code: string): { type?: string; code: string | number } {
  if (/^InvalidApiKey/.test(code)) return { type: 'authentication_error', code: 401 }
  if (/^(Arrearage|AccessDenied|Model.AccessDenied)/.test(code)) return { type: 'permission_error', code: 403 }
  if (/^Throttling/.test(code)) return { type: 'rate_limit_error', code: 429 }
  if (/^ModelNotFound/.test(code)) return { code: 404 }
  if (/^DataInspectionFailed/.test(code)) return { type: 'content_filter', code: 400 }
  return /^(Invalid|BadRequest)/.test(code) ? { type: 'invalid_request_error', code: 400 } : { code }
}

/** The API writes the size `1024x1536` as `1024*1536`. */
const sizeOf = (size: string): string | undefined => (size === '' ? undefined : size.replace('x', '*'))

/** Image generation and editing by models whose answer holds the images. */
const imageWire: ImageWire = {
  kind: 'images',
  nMax: 6,
  inputMax: 3,
  ignores: ['quality', 'user'],
  takesAddresses: true,
  build: ({ prompt, n, size, images }, model) =>
    ({
      model,
      input: {
        messages: [
          {
            role: 'user',
            content: [...images.map((image) => ({ image: addressOf(image) })), { text: prompt }],
          },
        ],
      },
      parameters: defined<ImageSettings>({ size: sizeOf(size), n, watermark: false }),
    }) satisfies ImageBody,
  parse: (answer) =>
    contentsOf(answer).flatMap((part): MadeImage[] => {
      const url = textOf(part.image)
      return url === '' ? [] : [{ kind: 'url', url }]
    }),
  parseUsage: () => null,
  errorIn,
}

const runningStates = ['PENDING', 'RUNNING', 'SUSPENDED']
const isRunning = (answer: JsonRecord): boolean => runningStates.includes(textOf(recordOf(answer.output).task_status))

/** Image generation by models whose answer names a task, which is polled until it ends. */
const taskWire: ImageWire = {
  kind: 'images',
  nMax: 4,
  inputMax: 0,
  ignores: ['quality', 'user'],
  headers: { 'x-dashscope-async': 'enable' },
  build: ({ prompt, n, size }, model) =>
    ({
      model,
      input: { prompt },
      parameters: defined<ImageSettings>({ size: sizeOf(size), n }),
    }) satisfies ImageTaskBody,
  tasks: {
    idOf: (answer) => (isRunning(answer) ? textOf(recordOf(answer.output).task_id) || null : null),
    inquire: (id) => ({ path: `/api/v1/tasks/${encodeURIComponent(id)}` }),
    // Stops what is queued. https://help.aliyun.com/model-studio/developer-reference/manage-asynchronous-tasks
    cancel: (id) => ({ path: `/api/v1/tasks/${encodeURIComponent(id)}/cancel`, method: 'POST' }),
    // `UNKNOWN` is said of a task that is gone.
    isOver: (answer) => ['SUCCEEDED', 'FAILED', 'CANCELED'].includes(textOf(recordOf(answer.output).task_status)),
  },
  parse: (answer) => imagesIn(recordOf(answer.output).results),
  parseUsage: () => null,
  errorIn,
}

const contentsOf = (answer: JsonRecord): JsonRecord[] =>
  recordsOf(recordOf(answer.output).choices).flatMap(({ message }) => recordsOf(recordOf(message).content))

const voiceByDefault = 'Cherry'

/** The answer holds a WAV file, or its address. */
const speechWire: SpeechWire = {
  kind: 'speech',
  formats: ['wav'],
  ignores: ['speed', 'instructions'],
  build: ({ text, voice }, model) =>
    ({
      model,
      input: { text, voice: voiceFor(voice, voiceByDefault) },
    }) satisfies SpeechBody,
  parse(answer) {
    const { url, data } = recordOf(recordOf(answer.output).audio)
    if (textOf(data) !== '')
      return { kind: 'bytes', bytes: Buffer.from(textOf(data), 'base64'), contentType: 'audio/wav' }
    return textOf(url) === '' ? null : { kind: 'url', url: textOf(url), contentType: 'audio/wav' }
  },
  /** Tokens, or the characters that are billed. */
  parseUsage(answer) {
    return parseSpeechUsage(answer.usage) ?? buildCharacterReport(recordOf(answer.usage).characters)
  },
  errorIn,
}

/** The recording is sent as a message with audio, and the answer's text is the transcript. */
const transcriptWire: TranscriptWire = {
  kind: 'transcripts',
  build: ({ recording, language, prompt }, model) =>
    ({
      model,
      input: {
        messages: [
          ...(prompt === '' ? [] : [{ role: 'system' as const, content: [{ text: prompt }] }]),
          { role: 'user', content: [{ audio: addressOf(recording) }] },
        ],
      },
      parameters: { asr_options: defined<{ language?: string }>({ language: language || undefined }) },
    }) satisfies TranscriptBody,
  parse(answer) {
    if (recordsOf(recordOf(answer.output).choices).length === 0) return null
    const seconds = secondsOf(recordOf(answer.usage).seconds)
    const text = contentsOf(answer).map((part) => textOf(part.text))
    return { text: text.join(''), ...(seconds !== null && { seconds }) }
  },
  /** Without tokens, the recording's own duration is charged. */
  parseUsage(answer) {
    return parseTranscriptionUsage({ ...recordOf(answer.usage), seconds: undefined })
  },
  errorIn,
}
