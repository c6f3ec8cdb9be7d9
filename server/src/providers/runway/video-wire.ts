import { dayMs } from '@sluice/contract/durations'
import { makeReason } from '@sluice/contract/error-reasons'
import { listOf, numberOf, textOf } from '@sluice/contract/read-json'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf, urlOfInput } from '../../core/videos/video-request.ts'
import { createdWith, failedState, finishedState, isAccepted, queuedState, refusedBy } from '../video-answers.ts'
import type { VideoAnswer, VideoCall, VideoOrder, VideoPlace, VideoState, VideoWire } from '../video-wire.ts'

/** Resolution → aspect → its name: width and height. */
type Ratios = Readonly<Record<string, Readonly<Record<string, string>>>>

const own720: Ratios[string] = {
  '16:9': '1280:720',
  '9:16': '720:1280',
  '4:3': '1104:832',
  '1:1': '960:960',
  '3:4': '832:1104',
  '21:9': '1584:672',
}
const own: Ratios = { '720p': own720 }
const plain720: Ratios[string] = { '16:9': '1280:720', '9:16': '720:1280' }
const veo: Ratios = { '720p': plain720, '1080p': { '16:9': '1920:1080', '9:16': '1080:1920' } }
const omni: Ratios = { '720p': plain720 }
const smallSeedance: Ratios = {
  '720p': {
    '16:9': '1280:720',
    '9:16': '720:1280',
    '4:3': '1112:834',
    '1:1': '960:960',
    '3:4': '834:1112',
    '21:9': '1470:630',
  },
  '480p': {
    '16:9': '864:496',
    '9:16': '496:864',
    '4:3': '752:560',
    '1:1': '640:640',
    '3:4': '560:752',
    '21:9': '992:432',
  },
}
const seedance: Ratios = {
  ...smallSeedance,
  '1080p': {
    '16:9': '1920:1080',
    '9:16': '1080:1920',
    '4:3': '1664:1248',
    '1:1': '1440:1440',
    '3:4': '1248:1664',
    '21:9': '2206:946',
  },
  '4k': {
    '16:9': '3840:2160',
    '9:16': '2160:3840',
    '4:3': '3840:2880',
    '1:1': '3840:3840',
    '3:4': '2880:3840',
    '21:9': '3840:1646',
  },
}

interface Family {
  name: RegExp
  limits: Omit<VideoLimits, 'resolutions' | 'aspects'>
  ratios: Ratios
  /** What the model does not do without. */
  needs?: 'input_reference' | 'prompt'
}

const frames = { first_frame: 1, last_frame: 1 }
const seedanceLimits: Family['limits'] = {
  seconds: { from: 4, to: 15 },
  secondsDefault: 5,
  inputs: { ...frames, reference: 9 },
  framesOrReferences: true,
  promptMax: 3_500,
  sound: 'on_by_default',
}
const ownLimits: Family['limits'] = {
  seconds: { from: 2, to: 10 },
  secondsDefault: 5,
  inputs: { first_frame: 1 },
  promptMax: 1_000,
  sound: 'never',
  takesSeed: true,
}

/**
 * By the parameters of the maker's own client, github.com/runwayml/sdk-python, versions of 2026 read 2026-11-30. The
 * lengths of Seedance are from memory. Models that change a video are not served: its length is not known before.
 */
const families: readonly Family[] = [
  { name: /^gen4\.5/, limits: ownLimits, ratios: own, needs: 'prompt' },
  { name: /^gen4_turbo/, limits: ownLimits, ratios: own, needs: 'input_reference' },
  {
    name: /^veo3\.1/,
    limits: {
      seconds: [4, 6, 8],
      secondsDefault: 8,
      inputs: frames,
      promptMax: 1_000,
      sound: 'on_by_default',
      takesNegativePrompt: true,
    },
    ratios: veo,
  },
  {
    name: /^veo3/,
    limits: { seconds: [8], secondsDefault: 8, inputs: { first_frame: 1 }, promptMax: 1_000, sound: 'always' },
    ratios: veo,
  },
  { name: /^seedance2_(fast|mini)/, limits: seedanceLimits, ratios: smallSeedance },
  { name: /^seedance2$/, limits: seedanceLimits, ratios: seedance },
  {
    name: /^gemini_omni_flash/,
    limits: { seconds: { from: 3, to: 10 }, secondsDefault: 5, inputs: { first_frame: 1 }, sound: 'always' },
    ratios: omni,
  },
]

const familyOf = (model: string): Family | undefined => families.find(({ name }) => name.test(model))

/** https://docs.dev.runwayml.com/api, read 2026-11-30 */
export const runwayVideos: VideoWire = {
  limitsOf(model) {
    const family = familyOf(model)
    if (!family) return null
    const { limits, ratios } = family
    return { ...limits, resolutions: Object.keys(ratios), aspects: Object.keys(Object.values(ratios)[0] ?? {}) }
  },
  objectionTo(video, { model }) {
    const needed = familyOf(model)?.needs
    const isThere = needed === 'prompt' ? video.prompt !== '' : inputsOf(video, 'first_frame').length > 0
    return needed !== undefined && !isThere ? makeReason('videoSetting', { field: needed }) : null
  },
  create,
  readCreated: (answer) =>
    isAccepted(answer) ? createdWith(answer.body.id) : refusedBy('', textOf(answer.body.error)),
  inquire: (place) => ({ url: addressOf(place), method: 'GET' }),
  readState,
  cancel: (place) => ({ url: addressOf(place), method: 'DELETE' }),
  // At least; a query of the task renews the addresses.
  lifetimeMs: dayMs,
  passes: ['contentModeration'],
}

const addressOf = ({ root, id }: VideoPlace): string => `${root}/v1/tasks/${encodeURIComponent(id)}`

function create(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, negativePrompt, seconds, resolution, aspect, seed, sound, vendor } = video
  const family = familyOf(model)
  const images = imagesOf(video)
  const isByImage = images.length > 0
  return {
    url: `${root}/v1/${isByImage ? 'image_to_video' : 'text_to_video'}`,
    json: {
      ...vendor,
      model,
      ...(prompt !== '' && { promptText: prompt }),
      ...(isByImage && { promptImage: images }),
      ...(isByImage && negativePrompt !== '' && { negativePrompt }),
      // Required by most models.
      ratio: family?.ratios[resolution]?.[aspect || '16:9'],
      duration: seconds,
      ...(seed !== null && { seed }),
      ...(sound !== null && family?.limits.sound === 'on_by_default' && { audio: sound }),
    },
  }
}

/** A picture without a position is a reference. */
const imagesOf = (video: FittedVideo): { uri: string; position?: 'first' | 'last' }[] => [
  ...inputsOf(video, 'first_frame').map((input) => ({ uri: urlOfInput(input), position: 'first' as const })),
  ...inputsOf(video, 'last_frame').map((input) => ({ uri: urlOfInput(input), position: 'last' as const })),
  ...inputsOf(video, 'reference').map((input) => ({ uri: urlOfInput(input) })),
]

/** A refused content has a code with `SAFETY`. https://docs.dev.runwayml.com/errors/task-failures, read 2026-11-30 */
function readState(answer: VideoAnswer): VideoState | null {
  if (!isAccepted(answer)) return null
  const { status, progress, output, failure, failureCode } = answer.body
  switch (textOf(status)) {
    case 'PENDING':
    case 'THROTTLED':
      return queuedState
    case 'RUNNING':
      return { status: 'IN_PROGRESS', progress: percentOf(numberOf(progress)) }
    case 'SUCCEEDED':
      return finishedState(listOf(output))
    case 'FAILED':
      return failedState(textOf(failureCode), textOf(failure) || 'failed')
    case 'CANCELLED':
      return failedState('', textOf(failure) || 'cancelled')
    default:
      return null
  }
}

/** Of a part of one. */
const percentOf = (part: number | undefined): number | null =>
  part === undefined || part < 0 || part > 1 ? null : Math.round(part * 100)
