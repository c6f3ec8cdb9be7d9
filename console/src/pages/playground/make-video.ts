import { isRecord, parseJson, recordOf } from '@sluice/contract/read-json'
import type { VideoModel } from '@sluice/contract/video-model'
import { readRefusal, type StreamDependencies } from './stream-chat.ts'

/** What a person fills in. Empty texts are not sent. */
export interface VideoInput {
  prompt: string
  /** 0 = the model's own. */
  seconds: number
  resolution: string
  ratio: string
  /** null = the model's own. */
  hasSound: boolean | null
  /** Data URLs. */
  firstFrame: string
  lastFrame: string
}

export type VideoState =
  | { kind: 'running'; id: string; isQueued: boolean; progress: number }
  | { kind: 'completed'; id: string }
  | { kind: 'failed'; id: string | null; error: string; requestId: string | null }

interface VideoCall {
  model: VideoModel
  group: string
  input: VideoInput
  userId: number
  signal: AbortSignal
  onState(state: VideoState): void
}

const pollMs = 5_000
/** The video goes on while the server cannot be reached: a restart takes less than this many polls. */
const missedPollsMax = 12

/** Only what was filled in and what the model has is sent. */
export function buildVideoBody({ model, group, input }: Pick<VideoCall, 'model' | 'group' | 'input'>) {
  const { inputs } = model
  const hasFirst = inputs.first_frame > 0 && input.firstFrame !== ''
  return {
    model: model.model,
    group,
    prompt: input.prompt,
    ...(model.seconds.includes(input.seconds) && { seconds: String(input.seconds) }),
    ...(model.resolutions?.includes(input.resolution) && { resolution: input.resolution }),
    ...(model.ratios?.includes(input.ratio) && { aspect_ratio: input.ratio }),
    ...(choosesSound(model) && input.hasSound !== null && { generate_audio: input.hasSound }),
    ...(hasFirst && { input_reference: input.firstFrame }),
    // Makers take a last frame only beside a first one.
    ...(hasFirst && inputs.last_frame > 0 && input.lastFrame !== '' && { last_frame: input.lastFrame }),
  }
}

export const choosesSound = ({ sound }: VideoModel): boolean => sound === 'on_by_default' || sound === 'off_by_default'

/** Makes a video and asks for its state until it has ended. Rejects only if `signal` aborts; the video goes on then. */
export async function makeVideo(dependencies: StreamDependencies, call: VideoCall): Promise<void> {
  const { userId, signal, onState } = call
  const { sentences } = dependencies
  const ask = async (path: string, body?: string): Promise<Answer> => {
    let response: Response
    let text: string
    try {
      response = await dependencies.fetch(path, {
        method: body === undefined ? 'GET' : 'POST',
        cache: 'no-store',
        credentials: 'same-origin',
        headers: {
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          'New-Api-User': String(userId),
          'Accept-Language': dependencies.language(),
        },
        ...(body !== undefined && { body }),
        signal,
      })
      const requestId = response.headers.get('x-oneapi-request-id')
      if (!response.ok) {
        const isPassing = response.status >= 500 || response.status === 429
        const error = await readRefusal(dependencies, { response, requestId })
        return { kind: 'refused', error, requestId, isPassing }
      }
      text = await response.text()
    } catch (cause) {
      if (signal.aborted) throw cause
      return { kind: 'refused', error: sentences.unreachable(), requestId: null, isPassing: true }
    }
    return readState(text) ?? { kind: 'refused', error: sentences.unreadable(), requestId: null, isPassing: false }
  }

  // Never repeated: a second call would make and charge a second video.
  let answer = await ask('/pg/videos', JSON.stringify(buildVideoBody(call)))
  if (answer.kind === 'refused')
    return onState({ kind: 'failed', id: null, error: answer.error, requestId: answer.requestId })
  const { id } = answer
  for (let missed = 0; ; ) {
    if (answer.kind !== 'refused') {
      onState(answer.kind === 'failed' ? { ...answer, error: answer.error || sentences.unreadable() } : answer)
      if (answer.kind !== 'running') return
      missed = 0
    } else {
      missed += 1
      const { error, requestId } = answer
      if (!answer.isPassing || missed > missedPollsMax) return onState({ kind: 'failed', id, error, requestId })
    }
    await dependencies.wait(pollMs, signal)
    answer = await ask(`/pg/videos/${encodeURIComponent(id)}`)
  }
}

type Answer =
  | Extract<VideoState, { kind: 'running' | 'completed' }>
  | { kind: 'failed'; id: string; error: string; requestId: null }
  | { kind: 'refused'; error: string; requestId: string | null; isPassing: boolean }

function readState(text: string): Answer | null {
  const { id, status, progress, error } = recordOf(parseJson(text))
  if (typeof id !== 'string' || id === '' || typeof status !== 'string') return null
  if (status === 'completed') return { kind: 'completed', id }
  if (status === 'failed') {
    const message = isRecord(error) && typeof error.message === 'string' ? error.message : ''
    return { kind: 'failed', id, error: message, requestId: null }
  }
  return { kind: 'running', id, isQueued: status === 'queued', progress: typeof progress === 'number' ? progress : 0 }
}
