import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { isEndpoint } from './queue.ts'

/** How an endpoint names its inputs. */
export interface VideoFields {
  first: string
  last: string
  /**
   * `text`: `"5"`, which fields of numbers take, too. `seconds`: `"5s"`. An object: the endpoint has no length, but a
   * number of frames at this rate, the first one besides.
   */
  duration: 'text' | 'seconds' | 'number' | { framesPerSecond: number }
}

interface Family {
  name: RegExp
  fields: VideoFields
  limits: VideoLimits
  /** With a first frame it takes no last one; absent = it does. */
  isFirstOnly?: true
}

const usual: VideoFields = { first: 'image_url', last: 'end_image_url', duration: 'text' }
const started: VideoFields = { ...usual, first: 'start_image_url' }

const common: VideoLimits = {
  seconds: [5, 10],
  secondsDefault: 5,
  resolutions: [],
  aspects: ['16:9', '9:16', '1:1'],
  aspectFollowsFrame: true,
  sound: 'never',
}
const kling: VideoLimits = { ...common, takesNegativePrompt: true }
const seedance: VideoLimits = {
  ...common,
  seconds: { from: 4, to: 15 },
  resolutions: ['720p', '480p', '1080p'],
  aspects: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'],
  sound: 'on_by_default',
  takesSeed: true,
}
/** Up to 2.2 Wan makes silent videos. */
const silentWan: VideoLimits = {
  ...common,
  resolutions: ['720p', '580p', '480p'],
  takesSeed: true,
  takesNegativePrompt: true,
}
const hailuo: VideoLimits = { ...common, seconds: [6, 10], secondsDefault: 6, aspects: [] }

/**
 * By the pages of the models, https://fal.ai/models/<endpoint>/llms.txt, read 2026-11-30: Veo 3, Kling 1 and 4, Hailuo,
 * Seedance 1, Wan 2.2 (A14B) and FLUX 3. The values of the others (Kling 2 and 3, Seedance 2, other Wan, Luma) are from
 * memory, and so are the endpoints by two frames and by references.
 */
const families: readonly Family[] = [
  {
    name: /\/veo3/,
    fields: { ...usual, duration: 'seconds' },
    limits: {
      ...common,
      seconds: [4, 6, 8],
      secondsDefault: 8,
      resolutions: ['720p', '1080p'],
      aspects: ['16:9', '9:16'],
      sound: 'on_by_default',
      takesSeed: true,
      takesNegativePrompt: true,
    },
    isFirstOnly: true,
  },
  {
    name: /kling-video\/v4/,
    fields: { ...started, duration: 'number' },
    limits: {
      ...common,
      seconds: { from: 3, to: 30 },
      resolutions: ['1080p', '720p'],
      aspects: ['16:9', '9:16'],
      sound: 'always',
    },
  },
  {
    name: /kling-video\/(v3|o3)/,
    fields: started,
    limits: { ...kling, seconds: { from: 3, to: 15 }, sound: 'on_by_default' },
  },
  { name: /kling-video\/v2\.6/, fields: started, limits: { ...kling, sound: 'on_by_default' } },
  { name: /kling-video/, fields: { ...usual, last: 'tail_image_url' }, limits: kling },
  { name: /seedance-2/, fields: usual, limits: seedance },
  {
    name: /seedance/,
    fields: usual,
    limits: { ...seedance, seconds: { from: 3, to: 12 }, resolutions: ['1080p', '720p', '480p'], sound: 'never' },
  },
  { name: /hailuo.*\/pro\b/, fields: usual, limits: { ...hailuo, seconds: [6] } },
  { name: /hailuo/, fields: usual, limits: hailuo },
  {
    name: /\/wan\/v2\.2-5b/,
    fields: { ...usual, duration: { framesPerSecond: 24 } },
    limits: { ...silentWan, seconds: [5], resolutions: ['720p', '580p'] },
    isFirstOnly: true,
  },
  {
    // 81 frames, and no setting for more.
    name: /\/wan\/v2\.2.*\/turbo/,
    fields: { ...usual, duration: { framesPerSecond: 16 } },
    limits: { ...common, seconds: [5], resolutions: silentWan.resolutions, takesSeed: true },
    isFirstOnly: true,
  },
  {
    // 17 to 161 frames.
    name: /\/wan\/v2\.2/,
    fields: { ...usual, duration: { framesPerSecond: 16 } },
    limits: { ...silentWan, seconds: { from: 1, to: 10 } },
    isFirstOnly: true,
  },
  {
    name: /\/wan/,
    fields: usual,
    limits: {
      ...common,
      resolutions: ['1080p', '720p', '480p'],
      sound: 'always',
      takesSeed: true,
      takesNegativePrompt: true,
    },
    isFirstOnly: true,
  },
  {
    name: /\/flux-3/,
    fields: { ...usual, duration: 'number' },
    limits: {
      ...common,
      seconds: { from: 5, to: 20 },
      resolutions: ['720p', '1080p'],
      aspects: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', '2:1'],
      sound: 'on_by_default',
      takesSeed: true,
    },
  },
  {
    name: /luma-dream-machine/,
    fields: { ...usual, duration: 'seconds' },
    limits: {
      ...common,
      seconds: [5, 9],
      resolutions: ['540p', '720p', '1080p'],
      aspects: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', '9:21'],
    },
  },
]

/** What other endpoints can make is theirs to say. */
const anyOther: Omit<Family, 'name'> = {
  fields: usual,
  limits: {
    seconds: { from: 1, to: 60 },
    secondsDefault: 5,
    resolutions: 'any',
    aspects: 'any',
    sound: 'on_by_default',
    takesSeed: true,
    takesNegativePrompt: true,
  },
}

/** Endpoints whose video is as long as what they change, and those that need an input of another kind. */
const isUnserved = (model: string): boolean =>
  /video-to-|\/(edit|extend\w*|remix|reframe|modify|upscale\w*|lipsync|motion-control)(?=\/|-|$)|-video-edit/.test(
    model,
  ) || /(audio|speech|keyframes|avatar)-to-video/.test(model)

/** Endpoints that make videos of texts and pictures. */
export const isVideoEndpoint = (model: string): boolean =>
  isEndpoint(model) && /-to-video|video|\/veo\d|luma-dream-machine/.test(model) && !isUnserved(model)

const isByFrames = (model: string): boolean => /first-last-frame/.test(model)

/** The end of an endpoint's name says what it makes videos of. */
export const needsFrame = (model: string): boolean => /image-to-video/.test(model) || isByFrames(model)

/** How an endpoint makes videos; null = it makes none. */
export function falVideosOf(model: string): Pick<Family, 'fields' | 'limits'> | null {
  if (!isVideoEndpoint(model)) return null
  const { fields, limits, isFirstOnly } = families.find(({ name }) => name.test(model)) ?? anyOther
  const own = isByFrames(model) ? { ...fields, first: 'first_frame_url', last: 'last_frame_url' } : fields
  return { fields: own, limits: { ...limits, inputs: inputsOf(model, isFirstOnly === true) } }
}

function inputsOf(model: string, isFirstOnly: boolean): Required<VideoLimits>['inputs'] {
  if (needsFrame(model))
    return isFirstOnly && !isByFrames(model) ? { first_frame: 1 } : { first_frame: 1, last_frame: 1 }
  return /reference-to-video/.test(model) ? { reference: 9 } : {}
}
