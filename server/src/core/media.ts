import type { JsonRecord } from '@sluice/contract/read-json'
import { isSuccess } from './is-success.ts'
import type { Usage } from './usage/usage.ts'

/** Bytes with their type, in base64. */
interface MediaBytes {
  mediaType: string
  data: string
}

/** An image of a call: its bytes, or an address that the upstream fetches. */
export type ImageInput = MediaBytes | { url: string }

/** A call for images in the neutral form. */
export interface ImageCall {
  prompt: string
  n: number
  /** `1024x1536`; '' = absent or `auto`. */
  size: string
  quality: string
  /** Images to be changed; none = new images. */
  images: ImageInput[]
  /** The part to be changed; null = the whole image. */
  mask: ImageInput | null
  /** Fields that only this host has, as the client sent them. */
  ownFields: JsonRecord
  userId: string
  /** The client wants the bytes, not addresses. */
  wantsBytes: boolean
}

/** An image of an answer: its bytes, or an address that holds them for a while. */
export type MadeImage = { kind: 'bytes'; data: string } | { kind: 'url'; url: string }

/** A call for spoken text in the neutral form. */
export interface SpeechCall {
  text: string
  voice: string
  /** `mp3`, `wav`, `pcm` …, as the client asks. */
  format: string
  /** 1 = the usual speed. */
  speed: number
  instructions: string
}

/** Spoken text: its bytes, or an address that holds them for a while. */
export type Speech =
  | { kind: 'bytes'; bytes: Uint8Array; contentType: string }
  | { kind: 'url'; url: string; contentType: string }

/** A recording to be transcribed, in the neutral form. */
export interface TranscriptCall {
  recording: MediaBytes
  /** Of the recording, ISO 639-1; '' = unknown. */
  language: string
  prompt: string
}

export interface Transcript {
  text: string
  language?: string
  seconds?: number
}

/** The error in an answer, in the provider's words. */
export interface MediaError {
  message: string
  type?: string
  code?: string | number | null
}

interface MediaWireBase {
  /** Wraps an answer without JSON (the result itself) in an object for `parse`; absent = every answer is JSON. */
  wrapBytes?(bytes: Uint8Array): JsonRecord
  /** A call is a form, in which images and recordings are files; absent = it is JSON. */
  readonly sendsForm?: true
  /** Headers of the call beside those of the provider. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The error in an answer of any status; null = there is none. Absent = errors have the form of the provider's chat
   * format.
   */
  errorIn?(answer: JsonRecord): MediaError | null
  /** The usage of a whole answer; null = it reports none. */
  parseUsage(answer: JsonRecord): Usage | null
  /** Answers may name a task, which is asked for until it is over; absent = every answer is complete. */
  readonly tasks?: MediaTasks
}

/** The tasks of a provider whose results are not in the answer to the call. */
export interface MediaTasks {
  /** The id of the task that an answer to a call names; null = it names none, or the result is in the answer. */
  idOf(answer: JsonRecord): string | null
  /**
   * A call whose task is followed later, where it differs: its headers in place of those of the wire, and the id of its
   * task, also if that is over. Absent = it is the same.
   */
  readonly later?: {
    readonly headers: Readonly<Record<string, string>>
    idOf(answer: JsonRecord): string | null
  }
  /**
   * The call for a task's state; without a body it is a GET. `path` begins at the root of the service, or is a whole
   * address, which gets the channel's key: an address from an answer is checked first.
   */
  inquire(id: string, at: TaskPlace): { path: string; body?: JsonRecord }
  /**
   * Whether an answer of any status says that the task has ended, with a result or an error. An error that is not about
   * the task, an unknown word and an unreadable answer are no end.
   */
  isOver(answer: JsonRecord): boolean
  /**
   * Asks the provider to stop a task that the gateway has given up; `path` as of `inquire`. Absent = it cannot.
   */
  cancel?(id: string, at: TaskPlace): { path: string; method: 'POST' | 'PUT' | 'DELETE' }
  /**
   * Where the result of a task that is over is asked for; absent = the last state holds it. A model's own error may
   * have any status.
   */
  readonly result?: {
    pathOf(id: string, at: TaskPlace): string
    /** Whether the answer says only that there is no result yet. */
    isEarly(answer: JsonRecord): boolean
  }
}

/** The account that a task belongs to. */
interface TaskPlace {
  /** The upstream's name of the model. */
  model: string
  /** The channel's address or the provider's default. */
  root: string
}

/**
 * Whether an answer to the request for a result is it. A model's own error may have any status; those of an overloaded
 * host say nothing about the task.
 */
export const isTaskResult = (
  { isEarly }: Required<MediaTasks>['result'],
  { answer, status }: { answer: JsonRecord; status: number },
): boolean =>
  (isSuccess(status) || (status >= 400 && status <= 500 && ![408, 429].includes(status))) && !isEarly(answer)

/** Images in a provider's own wire. */
export interface ImageWire extends MediaWireBase {
  readonly kind: 'images'
  /** The largest number of images of one call. */
  readonly nMax: number
  /** The largest number of input images; 0 = it only creates new images. */
  readonly inputMax: number
  build(call: ImageCall, model: string): JsonRecord
  parse(answer: JsonRecord): MadeImage[]
  /** The host fetches images by address; absent = it needs their bytes. */
  readonly takesAddresses?: true
  /** Absent = a call with a mask is refused. */
  readonly takesMask?: true
  /** Milliseconds that an address of a task's result works; absent = as one of the provider's videos. */
  readonly lifetimeMs?: number
  /** Names of the host's own fields, which a client may send. */
  readonly keeps?: readonly string[]
  /** Names of the client's fields that have no place in the wire. */
  readonly ignores?: readonly ('size' | 'quality' | 'user')[]
}

/** Spoken text in a provider's own wire. */
export interface SpeechWire extends MediaWireBase {
  readonly kind: 'speech'
  /** Supported formats. A request for another format gets the first one. */
  readonly formats: readonly string[]
  build(call: SpeechCall, model: string): JsonRecord
  /** Null = the answer holds no sound. */
  parse(answer: JsonRecord, call: SpeechCall): Speech | null
  readonly ignores?: readonly ('speed' | 'instructions')[]
}

/** Transcripts in a provider's own wire. */
export interface TranscriptWire extends MediaWireBase {
  readonly kind: 'transcripts'
  build(call: TranscriptCall, model: string): JsonRecord
  /** Null = the answer holds no transcript; it may be empty. */
  parse(answer: JsonRecord): Transcript | null
}

/**
 * Builds a provider's calls for images, speech or transcripts from the neutral form, and parses its answers. Bodies are
 * JSON. Pure.
 */
export type MediaWire = ImageWire | SpeechWire | TranscriptWire

/**
 * The entry of `ratios` (`16:9`) that is nearest to the form of `size` (`1792x1024`); undefined for a size that names
 * none.
 */
export function nearestRatio(size: string, ratios: readonly string[]): string | undefined {
  const given = shapeOf(size, 'x')
  if (given === null) return undefined
  const distance = (ratio: string) => Math.abs(Math.log((shapeOf(ratio, ':') ?? 1) / given))
  return ratios.toSorted((a, b) => distance(a) - distance(b))[0]
}

function shapeOf(text: string, sign: string): number | null {
  const [width, height, ...rest] = text.split(sign).map(Number)
  const isShape = rest.length === 0 && Number(width) > 0 && Number(height) > 0
  return isShape ? Number(width) / Number(height) : null
}
