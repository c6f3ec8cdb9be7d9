import { randomBytes } from 'node:crypto'
import { type JsonRecord, parseRecord, textOf } from '@sluice/contract/read-json'
import { imagePriceFactor } from '../../core/billing/billable.ts'
import { madeBy } from '../../core/billing/image-request.ts'
import { GatewayError } from '../../core/errors.ts'
import { isSuccess } from '../../core/is-success.ts'
import type { ImageCall, MediaError } from '../../core/media.ts'
import { shouldTryAnother } from '../../core/routing/should-try-another.ts'
import { submittedState } from '../../core/tasks/task-report.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { buildPictureTask } from '../../protocols/openai-media/build-picture-task.ts'
import { laterField, parseImageCall } from '../../protocols/openai-media/image-call.ts'
import type { MediaRequest } from '../../protocols/openai-media/media-request.ts'
import { providerOf } from '../../providers/index.ts'
import { rootOf } from '../../providers/root-of.ts'
import { providerSettingsOf } from '../../relay/call/provider-settings.ts'
import { cleanText, statusOfError } from '../../relay/call/upstream-error.ts'
import { translatedPath } from '../../relay/formats/translated-path.ts'
import { mappedModel } from '../../state/mapped-model.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { secretsOf } from '../channel-secrets.ts'
import { hookField } from '../client-hook.ts'
import type { Submission, SubmitOutcome, TaskOrder } from '../submission.ts'
import { isUsableId } from '../usable-id.ts'
import { isContentRefusal, type PictureOperation, type PictureWire, pictureWireOf } from './picture-wire.ts'
import type { StoredPictures } from './stored-picture.ts'

/** A call for pictures that a maker makes as a task. */
export interface AskedPictures {
  operation: PictureOperation
  request: Pick<MediaRequest, 'model' | 'body'> & { image: NonNullable<MediaRequest['image']> }
  /** The address that gets the message about the end; null = none. */
  hook: string | null
  options: OptionValues
  now: number
}

const actions = {
  image_generations: 'imageGenerate',
  image_edits: 'imageEdit',
} satisfies Record<PictureOperation, string>

/** The first look at a task. */
const firstLookMs = 2_000

export function buildPictureSubmission(asked: AskedPictures): Submission {
  const { operation, request } = asked
  const { model, body } = request
  const ownId = `task_${randomBytes(16).toString('hex')}`
  const prompt = textOf(body.prompt)
  return {
    platform: 'image',
    action: actions[operation],
    models: [model],
    isFree: false,
    prompt,
    texts: [prompt, textOf(body.negative_prompt)].filter((text) => text !== ''),
    parent: null,
    hook: asked.hook,
    isOneCall: false,
    fitOn(channel) {
      const fit = fitOn(asked, channel)
      if (fit instanceof GatewayError) return fit
      return {
        use: {
          usage: noUsage,
          isByTokens: false,
          made: madeBy(request.image),
          pictures: { n: fit.call.n, factor: imagePriceFactor({ ...request.image, model: fit.upstreamModel }) },
        },
        orderWith: (key) => orderOf(asked, fit, { key, ownId }),
      }
    },
  }
}

interface PictureFit {
  channel: ChannelState
  wire: PictureWire
  upstreamModel: string
  call: ImageCall
  /** Names of the fields that the wire has no place for. */
  dropped: readonly string[]
}

/** How a channel makes the pictures. Throws GatewayError of a model mapping. */
function fitOn({ operation, request }: AskedPictures, channel: ChannelState): PictureFit | GatewayError {
  const upstreamModel = mappedModel(channel, request.model)
  const wire = pictureWireOf(channel, operation, upstreamModel)
  if (!wire) return new GatewayError('model_not_found', { model: request.model })
  try {
    const { call, unread } = parseImageCall(operation, request.body, wire)
    return {
      channel,
      wire,
      upstreamModel,
      call,
      dropped: unread.filter((name) => name !== laterField && name !== hookField),
    }
  } catch (cause) {
    // The maker lacks what the caller asks for: another one may have it.
    if (cause instanceof GatewayError) return cause
    throw cause
  }
}

function orderOf(asked: AskedPictures, fit: PictureFit, { key, ownId }: { key: string; ownId: string }): TaskOrder {
  const { channel, wire, upstreamModel, call } = fit
  const provider = providerOf(channel.type)
  const { operation, options } = asked
  const url = provider?.urlOf({
    operation,
    path: translatedPath(operation, 'openai'),
    isStream: false,
    upstreamModel,
    channel,
    key,
    settings: providerSettingsOf(options),
  })
  if (!url) throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no address` })
  const root = rootOf(channel) ?? ''
  const secrets = secretsOf(channel, root)
  return {
    url,
    headers: wire.tasks.later?.headers ?? wire.headers,
    body: wire.build({ ...call, wantsBytes: false }, upstreamModel),
    upstreamModel,
    readAnswer({ status, text }) {
      const answer = parseRecord(text)
      if (!answer) return null
      const isAnswered = isSuccess(status)
      const error = wire.errorIn?.(answer) ?? null
      if (error && (isContentRefusal(error) || isAnswered)) return refusalOf(error, secrets)
      const id = isAnswered ? idOf(wire, answer) : null
      return id === null ? null : acceptedAs(asked, fit, { id, ownId })
    },
  }
}

function idOf({ tasks }: PictureWire, answer: JsonRecord): string | null {
  const id = (tasks.later ?? tasks).idOf(answer)
  return id !== null && isUsableId(id) ? id : null
}

function acceptedAs(
  { operation, request, now }: AskedPictures,
  { channel, wire, upstreamModel, call, dropped }: PictureFit,
  { id, ownId }: { id: string; ownId: string },
): SubmitOutcome {
  const stored: StoredPictures = {
    operation,
    wantsBytes: call.wantsBytes,
    upstream: { id, model: upstreamModel },
    lifetimeMs: wire.lifetimeMs ?? providerOf(channel.type)?.videos?.lifetimeMs ?? null,
  }
  return {
    kind: 'accepted',
    code: 1,
    taskId: ownId,
    state: { ...submittedState, data: JSON.stringify(stored) },
    end: null,
    lookAfterMs: firstLookMs,
    dropped,
    answer: () =>
      buildPictureTask({
        id: ownId,
        model: request.model,
        status: submittedState.status,
        progress: 0,
        failReason: '',
        isModerated: false,
        createdAt: now,
        finishedAt: 0,
        expiresAt: 0,
        images: [],
      }),
  }
}

/** Without a status of its own an error is the maker's fault, and another one may do it. */
function refusalOf(error: MediaError, secrets: readonly string[]): SubmitOutcome {
  const isModerated = isContentRefusal(error)
  const reason = cleanText(error.message, secrets)
  const { type = '', code = null } = error
  const status = isModerated ? 400 : (statusOfError({ message: reason, type, param: null, code }) ?? 502)
  return {
    kind: 'refused',
    code: status,
    reason,
    status,
    answer: isModerated
      ? new GatewayError('content_policy_violation', { message: reason })
      : new GatewayError('bad_response_status_code', { status }, { detail: reason }),
    mayTryAnother: !isModerated && shouldTryAnother(status),
    isLogged: false,
  }
}
