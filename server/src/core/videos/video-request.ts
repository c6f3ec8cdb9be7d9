import type { JsonRecord } from '@sluice/contract/read-json'

/** What a file of a request is for. `first_frame` and `last_frame`: pictures. `source`: the video that is changed. */
export type VideoRole = 'first_frame' | 'last_frame' | 'reference' | 'source' | 'sound'

type VideoInputSource =
  | { kind: 'url'; url: string }
  /** `data` in base64. */
  | { kind: 'bytes'; mediaType: string; data: string }
  /** A finished task of the same account at the same upstream; `url`: its result, '' = the upstream gave no address. */
  | { kind: 'task'; id: string; url: string }

export interface VideoInput {
  role: VideoRole
  media: 'image' | 'video' | 'audio'
  source: VideoInputSource
}

/** `remix`: a new video from a finished one, by a prompt. */
export type VideoOperation = 'generate' | 'remix' | 'edit' | 'extend'

/**
 * A video that a caller asks for. All shapes of clients are read into it, and all upstreams' calls are built from it.
 */
export interface VideoRequest {
  operation: VideoOperation
  prompt: string
  /** '' = absent. */
  negativePrompt: string
  inputs: readonly VideoInput[]
  /** Null = the model decides. */
  seconds: number | null
  /** Width and height as the caller wrote them, `1280x720`; '' = absent. */
  size: string
  /** `16:9`, `adaptive`; '' = absent. */
  aspect: string
  /** `720p`, `4k`; '' = absent. */
  resolution: string
  /** Null = the model decides. */
  sound: boolean | null
  seed: number | null
  /** The caller's other fields, with its own names: settings of one maker. */
  vendor: JsonRecord
  /** The names in `vendor` that stood in `metadata`; absent = none. */
  metadataNames?: readonly string[]
}

/** A request with the values that one model gives to what the caller left open. */
export interface FittedVideo extends VideoRequest {
  seconds: number
  /** The result has sound, as the caller or the model decides. */
  hasSound: boolean
}

/** The pictures and videos of a request by role. */
export const inputsOf = (video: Pick<VideoRequest, 'inputs'>, role: VideoRole): readonly VideoInput[] =>
  video.inputs.filter((input) => input.role === role)

/** The input as an address or a data URL. */
export const urlOfInput = ({ source }: VideoInput): string =>
  source.kind === 'bytes' ? `data:${source.mediaType};base64,${source.data}` : source.url

/** The input as an address, or as base64 without a prefix. */
export const plainInput = ({ source }: VideoInput): string => (source.kind === 'bytes' ? source.data : source.url)
