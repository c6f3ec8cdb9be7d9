import type { JsonRecord } from '@sluice/contract/read-json'
import { fitVideo } from '../core/videos/video-limits.ts'
import type { FittedVideo, VideoRequest } from '../core/videos/video-request.ts'
import type { VideoCall, VideoCreated, VideoOrder, VideoState, VideoWire } from './video-wire.ts'

const empty: VideoRequest = {
  operation: 'generate',
  prompt: '',
  negativePrompt: '',
  inputs: [],
  seconds: null,
  size: '',
  aspect: '',
  resolution: '',
  sound: null,
  seed: null,
  vendor: {},
}

/** Calls a wire as the gateway does, with one model. */
export function testVideo(wire: VideoWire, given: Pick<VideoCall, 'root' | 'model'> & Partial<VideoCall>) {
  const call: VideoCall = { key: 'sk-test', other: '', ownId: 'task_0123', ...given }

  /** Throws an Error with the code and the params of the reason for what the model cannot make. */
  function fit(asked: Partial<VideoRequest>): FittedVideo {
    const limits = wire.limitsOf(call.model)
    if (limits === null) throw new Error(`no video model: ${call.model}`)
    const fitted = fitVideo({ ...empty, ...asked }, limits)
    const objection = fitted.ok ? (wire.objectionTo?.(fitted.video, call) ?? null) : fitted.reason
    if (objection !== null) throw new Error(`${objection.code} ${JSON.stringify(objection.params)}`)
    if (!fitted.ok) throw new Error('unreachable')
    return fitted.video
  }

  return {
    fit,
    createFor: (asked: Partial<VideoRequest>): VideoOrder => wire.create(fit(asked), call),
    createdBy: (body: JsonRecord, status = 200): VideoCreated | null => wire.readCreated({ status, body }),
    placeFor: (asked: Partial<VideoRequest>): JsonRecord => wire.placeOf?.(fit(asked), call) ?? {},
    inquire: (id: string, place: JsonRecord = {}): VideoOrder => wire.inquire({ ...call, id, place }),
    stateOf: (
      body: JsonRecord,
      { status = 200, place = {} }: { status?: number; place?: JsonRecord } = {},
    ): VideoState | null => wire.readState({ status, body }, { ...call, id: 'up-1', place }),
  }
}
