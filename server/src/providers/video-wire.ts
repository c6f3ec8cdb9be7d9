import type { Reason } from '@sluice/contract/error-reasons'
import type { JsonRecord } from '@sluice/contract/read-json'
import type { VideoLimits } from '../core/videos/video-limits.ts'
import type { FittedVideo } from '../core/videos/video-request.ts'

/** The channel and the model of a video. */
export interface VideoCall {
  /** The upstream's name. */
  model: string
  key: string
  /** The channel's address or the provider's default, without a slash at the end; '' = it has neither. */
  root: string
  /** The channel's field of that name: a region, a version. */
  other: string
  /** The gateway's id of the task, `task_…`: for upstreams that accept one of the caller's. */
  ownId: string
}

/** A file of a form. */
interface VideoFile {
  filename: string
  mediaType: string
  /** In base64. */
  data: string
}

/** A request to the upstream, without the headers of its provider. */
export interface VideoOrder {
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  /** Only of a POST. */
  json?: JsonRecord
  /** In place of `json`: a form, because it has files. */
  form?: readonly (readonly [name: string, value: string | VideoFile])[]
}

/** The upstream's answer. `body` is empty where it is not a JSON object. */
export interface VideoAnswer {
  status: number
  body: JsonRecord
}

/** `moderation`: the maker refuses the content. `other`: any other reason. */
export type VideoFault = 'moderation' | 'other'

export interface VideoError {
  fault: VideoFault
  /** In the upstream's words; '' = it gives none. */
  message: string
}

/** The upstream's answer to a submission. */
export type VideoCreated =
  /** `place`: what queries of the task need of the answer; absent = nothing. */
  | { kind: 'created'; id: string; place?: JsonRecord }
  /** No task exists. `mayTryAnother`: the reason lies with the account, so another channel may take it. */
  | { kind: 'refused'; error: VideoError; mayTryAnother: boolean }

/** A task as the upstream knows it. */
export interface VideoPlace extends VideoCall {
  id: string
  /** What `placeOf` and the acceptance said. */
  place: JsonRecord
}

export interface VideoOutput {
  url: string
  /** Needs the channel's key, if the address is at the channel's host. */
  needsKey?: true
  seconds?: number
  /**
   * The file is a text in base64 in the JSON answer to a POST of `json`: the one with this number, from 0, of all texts
   * with this name. Absent = the address has the file itself.
   */
  within?: { json: JsonRecord; name: string; index: number }
}

/** What the upstream reports as used. Absent = it reports none. */
export interface VideoUse {
  /** Of the result. */
  seconds?: number
  /** Of input videos, where the maker charges for them. */
  inputSeconds?: number
  tokens?: number
  /** What the maker charged, in dollars. */
  costDollars?: number
  /** As in price conditions: `1080p`. */
  resolution?: string
}

export type VideoState =
  | { status: 'QUEUED' | 'IN_PROGRESS'; progress: number | null }
  /** At least one output. A success without one is a failure. */
  | { status: 'SUCCESS'; outputs: readonly VideoOutput[]; use?: VideoUse }
  | { status: 'FAILURE'; error: VideoError }
  /** The result is elsewhere: the answer to `order` is read by `readState` again, with `place` for this one reading. */
  | { status: 'ASK'; order: VideoOrder; place: JsonRecord }

/** Tasks whose id at the maker is unknown: it is '' in their places. */
interface LostTasks {
  inquire(place: VideoPlace): VideoOrder
  /** The maker's id; '' = it knows no such task; null = the answer does not say. Does not throw. */
  readId(answer: VideoAnswer, place: VideoPlace): string | null
}

/** A provider's calls for videos. Pure. */
export interface VideoWire {
  /** Null = the provider makes no video with a model of that name. */
  limitsOf(model: string): VideoLimits | null
  /** What `limitsOf` cannot say; absent = nothing. */
  objectionTo?(video: FittedVideo, call: Pick<VideoCall, 'model' | 'key' | 'other'>): Reason | null
  create(video: FittedVideo, call: VideoCall): VideoOrder
  /** The body of a submission with an address that the maker calls at each change; absent = it calls none. */
  withCallback?(json: JsonRecord, url: string): JsonRecord
  /** Pictures are sent as bytes: their addresses are fetched before `create`. Absent = the upstream fetches them. */
  readonly takesBytesOnly?: true
  /** Null = the answer is none of the upstream's own: by its status a task may exist. */
  readCreated(answer: VideoAnswer): VideoCreated | null
  /** What queries of the task need, of its submission; absent = nothing. */
  placeOf?(video: FittedVideo, call: VideoCall): JsonRecord
  /** A query of a task's state. */
  inquire(place: VideoPlace): VideoOrder
  /** Null: the answer does not contain a known state, and the task is polled again. Does not throw. */
  readState(answer: VideoAnswer, place: VideoPlace): VideoState | null
  /** Whether the answer to a query says that the maker knows no such task. Absent = it is 404 with JSON. */
  isMissing?(answer: VideoAnswer): boolean
  /** How the maker finds a task by the gateway's id, if the answer to its submission was lost; absent = it cannot. */
  readonly lost?: LostTasks
  /** Answers to queries may hold files as texts in base64, which are cut before the answer is read. */
  readonly answersHoldFiles?: true
  /** Whether the channel's key may be sent to the address of a result at another host; absent = never. */
  isOwnAddress?(url: URL): boolean
  /** Asks the maker to stop a task that the gateway has given up; absent = the maker cannot. */
  cancel?(place: VideoPlace): VideoOrder
  /** Milliseconds that an address of a result works; null = unknown. */
  readonly lifetimeMs: number | null
  /**
   * Names of the maker's own settings that change neither price nor length. Of `vendor`, `create` gets these alone;
   * absent = none.
   */
  readonly passes?: readonly string[]
  /** An estimate of the tokens that the maker charges, where it charges tokens; absent = it does not. */
  tokensOf?(video: FittedVideo): number
}
