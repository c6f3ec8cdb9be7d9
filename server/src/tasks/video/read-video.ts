import { randomBytes } from 'node:crypto'
import type { JsonRecord } from '@sluice/contract/read-json'
import { parseRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { submittedState } from '../../core/tasks/task-report.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { fitVideo, madeOf } from '../../core/videos/video-limits.ts'
import {
  type FittedVideo,
  inputsOf,
  type VideoInput,
  type VideoOperation,
  type VideoRequest,
} from '../../core/videos/video-request.ts'
import {
  buildOlderVideo,
  buildOpenAIVideo,
  buildOpenRouterVideo,
  isOpenRouterForm,
  type ShownVideo,
} from '../../protocols/videos/build-video.ts'
import { buildJimengVideo, buildKlingVideo, fromJimeng, fromKling } from '../../protocols/videos/native-forms.ts'
import { parentIdOf, parseVideoRequest, withoutParent } from '../../protocols/videos/parse-video-request.ts'
import { providerOf } from '../../providers/index.ts'
import { rootOf } from '../../providers/root-of.ts'
import type { VideoCall, VideoCreated, VideoWire } from '../../providers/video-wire.ts'
import { cleanText } from '../../relay/call/upstream-error.ts'
import { mappedModel } from '../../state/mapped-model.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { TaskRow } from '../../store/schema.ts'
import { secretsOf } from '../channel-secrets.ts'
import { hookField, readHook } from '../client-hook.ts'
import { findParent } from '../find-parent.ts'
import type { AcceptedTask, ReadSubmission, Submission, SubmitOutcome, TaskOrder, TaskUse } from '../submission.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { isUsableId } from '../usable-id.ts'
import { buildVideoForm } from './build-video-form.ts'
import { type StoredVideo, storedVideo, type VideoShape } from './stored-video.ts'
import { callbackUrlOf } from './video-callback.ts'

export interface VideoRoute {
  operation: VideoOperation
  /** The video that the path names; null = none. */
  parentId: string | null
  /** Null = by the body: OpenAI's or OpenRouter's. */
  shape: VideoShape | null
}

type ReadDependencies = Pick<TaskDependencies, 'db' | 'state' | 'clock' | 'config' | 'secretBox' | 'fetchImage'>

/** The first look at a task: no maker is faster. */
const firstLookMs = 5_000

/** Reads a request for a video. A follow-up must refer to a finished video of the caller. Throws GatewayError. */
export const readVideo =
  (deps: ReadDependencies, route: VideoRoute): ReadSubmission =>
  async (sent, { caller }) => {
    const body = route.shape === 'kling' ? fromKling(sent) : route.shape === 'jimeng' ? fromJimeng(sent) : sent
    const parentId = route.parentId ?? (route.operation === 'generate' ? null : parentIdOf(body))
    const parent = parentId === null ? null : await findFinished(deps, caller.userId, parentId)
    const fields = parent === null ? body : withoutParent(body)
    const parsed = parseVideoRequest(fields, route.operation, parent && sourceOf(parent))
    const model = parent?.model_name ?? parsed.model
    const shape = route.shape ?? (isOpenRouterForm(body) ? 'openrouter' : 'openai')
    const video = parent === null ? parsed.video : likeParent(parsed.video, parent)
    // The message is signed with the key of the call.
    const hook = caller.tokenId === null ? null : readHook(deps.config, hookField, sent[hookField])
    const asked = { video, model, shape, hook, madeFrom: parent?.task_id ?? '', now: deps.clock.now() }
    return buildSubmission(deps, asked, parent)
  }

const fetchTimeoutMs = 30_000

/** A picture with its bytes, for an upstream that fetches no addresses. Throws remote_media_failed. */
async function fetchInput(
  { fetchImage }: Pick<TaskDependencies, 'fetchImage'>,
  input: VideoInput,
): Promise<VideoInput> {
  if (input.media !== 'image' || input.source.kind !== 'url') return input
  try {
    const { bytes, contentType } = await fetchImage(input.source.url, AbortSignal.timeout(fetchTimeoutMs))
    const data = Buffer.from(bytes).toString('base64')
    return { ...input, source: { kind: 'bytes', mediaType: contentType, data } }
  } catch (cause) {
    throw new GatewayError('remote_media_failed', {}, { cause })
  }
}

/** A changed video is as long and as large as the first one, unless the caller says otherwise. */
function likeParent(video: VideoRequest, parent: TaskRow): VideoRequest {
  if (video.operation === 'extend') return video
  const { seconds, size, resolution } = storedVideo(parent)
  const isSized = video.size !== '' || video.resolution !== ''
  return { ...video, seconds: video.seconds ?? seconds, ...(!isSized && { size, resolution }) }
}

interface AskedVideo {
  model: string
  video: VideoRequest
  shape: VideoShape
  /** The address that gets the message about the end; null = none. */
  hook: string | null
  madeFrom: string
  now: number
}

async function findFinished({ db }: Pick<TaskDependencies, 'db'>, userId: number, id: string): Promise<TaskRow> {
  const row = await findVideo(db, userId, id)
  if (row.status !== 'SUCCESS') throw invalidRequest('videoParentOpen', { id })
  return row
}

/** The caller's video. Throws stored_object_not_found, whose status is that of OpenAI's API. */
export async function findVideo(db: TaskDependencies['db'], userId: number | null, id: string): Promise<TaskRow> {
  try {
    return await findParent(db, { userId, platform: 'video' }, id)
  } catch (cause) {
    if (cause instanceof GatewayError && cause.code === 'task_not_found')
      throw new GatewayError('stored_object_not_found', { id: id.slice(0, 64) })
    throw cause
  }
}

function sourceOf(row: TaskRow): { id: string; url: string } {
  const { upstream, outputs = [] } = storedVideo(row)
  return { id: upstream.id, url: outputs[0]?.url ?? '' }
}

/** As the clients of older gateways name them. */
function actionOf({ operation, inputs }: VideoRequest): string {
  if (operation !== 'generate') return `${operation}Generate`
  if (inputsOf({ inputs }, 'last_frame').length > 0) return 'firstTailGenerate'
  if (inputsOf({ inputs }, 'reference').length > 0) return 'referenceGenerate'
  return inputs.length > 0 ? 'generate' : 'textGenerate'
}

function buildSubmission(deps: ReadDependencies, asked: AskedVideo, parent: TaskRow | null): Submission {
  const { model, video } = asked
  const ownId = `task_${randomBytes(16).toString('hex')}`
  const { VideoCallbacksEnabled: mayCall, ServerAddress: address } = deps.state.current().options
  const callback = mayCall && address !== '' ? callbackUrlOf(deps, ownId) : null
  const withBytes = (input: VideoInput) => fetchInput(deps, input)
  return {
    platform: 'video',
    action: actionOf(video),
    models: [model],
    isFree: false,
    prompt: video.prompt,
    texts: [video.prompt, video.negativePrompt].filter((text) => text !== ''),
    parent,
    hook: asked.hook,
    isOneCall: false,
    fitOn(channel) {
      const fit = fitOn(video, channel, model)
      if (fit instanceof GatewayError) return fit
      return { use: useOf(fit), orderWith: (key) => orderOf(asked, fit, { key, ownId, withBytes, callback }) }
    },
  }
}

interface VideoFit {
  channel: ChannelState
  wire: VideoWire
  upstreamModel: string
  video: FittedVideo
  /** The fields of the caller that the upstream does not get. */
  dropped: readonly string[]
}

/** How a channel makes the video. Throws GatewayError of a model mapping. */
function fitOn(video: VideoRequest, channel: ChannelState, model: string): VideoFit | GatewayError {
  const wire = providerOf(channel.type)?.videos
  const upstreamModel = mappedModel(channel, model)
  const limits = wire?.limitsOf(upstreamModel) ?? null
  if (!wire || limits === null) return new GatewayError('model_not_found', { model })
  const fitted = fitVideo(video, limits)
  const [key = ''] = channel.keys
  if (!fitted.ok) return new GatewayError('invalid_request', { reason: fitted.reason })
  const objection = wire.objectionTo?.(fitted.video, { model: upstreamModel, key, other: channel.other }) ?? null
  if (objection !== null) return new GatewayError('invalid_request', { reason: objection })
  const { vendor, metadataNames = [] } = fitted.video
  const unknown = Object.keys(vendor)
    .filter((name) => !passesOf(wire).includes(name))
    .map((name) => (metadataNames.includes(name) ? `metadata.${name}` : name))
  return { channel, wire, upstreamModel, video: fitted.video, dropped: [...fitted.dropped, ...unknown] }
}

function useOf({ wire, video }: VideoFit): TaskUse {
  const tokens = wire.tokensOf?.(video)
  return {
    usage: { ...noUsage, seconds: Math.ceil(video.seconds), outputText: tokens ?? 0 },
    isByTokens: tokens !== undefined,
    made: madeOf(video),
  }
}

interface OrderTools {
  key: string
  ownId: string
  withBytes: (input: VideoInput) => Promise<VideoInput>
  /** The address that the maker may call; null = none. */
  callback: string | null
}

async function orderOf(
  asked: AskedVideo,
  { channel, wire, upstreamModel, video: fitted, dropped }: VideoFit,
  { key, ownId, withBytes, callback }: OrderTools,
): Promise<TaskOrder> {
  const root = rootOf(channel) ?? ''
  const call: VideoCall = { model: upstreamModel, key, root, other: channel.other, ownId }
  const inputs = wire.takesBytesOnly ? await Promise.all(fitted.inputs.map(withBytes)) : fitted.inputs
  const video = { ...fitted, inputs, vendor: passed(fitted.vendor, wire) }
  const order = wire.create(video, call)
  const place = wire.placeOf?.(video, call) ?? {}
  const secrets = [...secretsOf(channel, root), ...(callback === null ? [] : [callback])]
  const made: CreatedVideo = { asked, video, wire, upstreamModel, ownId, place, dropped, secrets }
  return {
    url: order.url,
    headers: order.headers,
    body: order.json && callback !== null && wire.withCallback ? wire.withCallback(order.json, callback) : order.json,
    form: order.form && buildVideoForm(order.form),
    upstreamModel,
    ...(wire.lost && { whenLost: () => acceptedAs({ kind: 'created', id: '' }, made) }),
    readAnswer: ({ status, text }) => {
      const created = wire.readCreated({ status, body: parseRecord(text) ?? {} })
      if (created?.kind === 'created' && !isUsableId(created.id)) return null
      return created && (created.kind === 'refused' ? refusalOf(created, made.secrets) : acceptedAs(created, made))
    },
  }
}

/** The settings of one maker that change neither price nor length. */
const passed = (vendor: JsonRecord, wire: VideoWire): JsonRecord =>
  Object.fromEntries(Object.entries(vendor).filter(([name]) => passesOf(wire).includes(name)))

const passesOf = ({ passes = [] }: VideoWire): readonly string[] => passes

interface CreatedVideo {
  asked: AskedVideo
  video: FittedVideo
  wire: VideoWire
  upstreamModel: string
  ownId: string
  place: JsonRecord
  dropped: readonly string[]
  /** Of the channel: they appear in no message. */
  secrets: readonly string[]
}

function acceptedAs(created: Extract<VideoCreated, { kind: 'created' }>, made: CreatedVideo): AcceptedTask {
  const { asked, video, wire, upstreamModel, ownId, place } = made
  const stored: StoredVideo = {
    seconds: video.seconds,
    size: video.size,
    resolution: video.resolution,
    hasSound: video.hasSound,
    shape: asked.shape,
    madeFrom: asked.madeFrom,
    upstream: { id: created.id, model: upstreamModel, place: { ...place, ...created.place } },
    lifetimeMs: wire.lifetimeMs,
  }
  const shown: ShownVideo = {
    id: ownId,
    model: asked.model,
    prompt: video.prompt,
    action: actionOf(video),
    status: submittedState.status,
    progress: 0,
    failReason: '',
    isModerated: false,
    seconds: video.seconds,
    size: video.size,
    madeFrom: asked.madeFrom,
    createdAt: asked.now,
    startedAt: 0,
    finishedAt: 0,
    expiresAt: 0,
    url: '',
    charged: 0,
    cost: 0,
  }
  return {
    kind: 'accepted',
    code: 1,
    taskId: ownId,
    state: { ...submittedState, data: JSON.stringify(stored) },
    end: null,
    lookAfterMs: firstLookMs,
    dropped: made.dropped,
    answer: () => answers[asked.shape](shown),
    ...(asked.shape === 'openrouter' && { status: 202 }),
  }
}

/** A video in the shape of its request. */
export const answers: Readonly<Record<VideoShape, (video: ShownVideo) => JsonRecord>> = {
  openai: buildOpenAIVideo,
  older: buildOlderVideo,
  openrouter: buildOpenRouterVideo,
  kling: buildKlingVideo,
  jimeng: buildJimengVideo,
}

function refusalOf(
  { error, mayTryAnother }: Extract<VideoCreated, { kind: 'refused' }>,
  secrets: readonly string[],
): SubmitOutcome {
  const isModerated = error.fault === 'moderation'
  const reason = cleanText(error.message, secrets)
  return {
    kind: 'refused',
    code: isModerated ? 400 : 502,
    reason,
    status: isModerated ? 400 : 502,
    answer: isModerated
      ? new GatewayError('content_policy_violation', { message: reason })
      : new GatewayError('bad_response_status_code', { status: 502 }, { detail: reason }),
    mayTryAnother,
    isLogged: false,
  }
}
