import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import type { Made } from '../usage/served.ts'
import { type FittedVideo, inputsOf, type VideoOperation, type VideoRequest, type VideoRole } from './video-request.ts'
import { isResolution, nearestAspect, nearestResolution, resolutionNames, resolutionOf } from './video-size.ts'

/** What a model can make, by its maker's documentation. Values outside are refused before anything is charged. */
export interface VideoLimits {
  /** The lengths in seconds: each of a list, or every whole number of a span. */
  readonly seconds: readonly number[] | { readonly from: number; readonly to: number }
  readonly secondsDefault: number
  /** The maker's usual one first; empty = the model has no such setting; `any` = unknown. */
  readonly resolutions: readonly string[] | 'any'
  /** The same; where the caller names none, none is sent. */
  readonly aspects: readonly string[] | 'any'
  /** How many inputs of each role it takes; absent = none. */
  readonly inputs?: Readonly<Partial<Record<VideoRole, number>>>
  /** The aspect follows from the first frame: the setting is left out with one. */
  readonly aspectFollowsFrame?: true
  /** What it can do besides making new videos; absent = nothing. */
  readonly operations?: readonly VideoOperation[]
  /** The only length of an extension; absent = it is as long as another video. */
  readonly extensionSeconds?: number
  /** Characters of the prompt; absent = unknown. */
  readonly promptMax?: number
  /** `always` and `never`: the caller has no choice. The second part of a choice is the maker's default. */
  readonly sound: 'always' | 'never' | 'on_by_default' | 'off_by_default'
  readonly takesSeed?: true
  readonly takesNegativePrompt?: true
  /** Frames and references exclude each other. */
  readonly framesOrReferences?: true
}

/** No maker takes a longer prompt. */
const anyPromptMax = 20_000

export type Fitted =
  /** `dropped`: the fields that the model has no setting for. */
  { ok: true; video: FittedVideo; dropped: readonly string[] } | { ok: false; reason: Reason }

const refused = (reason: Reason): Fitted => ({ ok: false, reason })

/** `video` with the model's defaults, or why the model cannot make it. */
export function fitVideo(video: VideoRequest, limits: VideoLimits): Fitted {
  const { operation, prompt } = video
  if (operation !== 'generate' && limits.operations?.includes(operation) !== true)
    return refused(makeReason('videoOperation', { operation }))
  const { promptMax = anyPromptMax } = limits
  if (prompt.length > promptMax) return refused(makeReason('videoPromptTooLong', { max: promptMax }))
  const inputs = objectionToInputs(video, limits)
  if (inputs !== null) return refused(inputs)
  const only = operation === 'extend' ? limits.extensionSeconds : undefined
  const lengths = only === undefined ? limits.seconds : [only]
  const seconds = video.seconds ?? only ?? limits.secondsDefault
  if (!hasLength(lengths, seconds))
    return refused(makeReason('videoSeconds', { given: seconds, allowed: lengthsText(lengths) }))
  const resolution = fitResolution(video, limits.resolutions)
  if (resolution === null) {
    const allowed = listText(limits.resolutions, resolutionNames)
    return refused(makeReason('videoResolution', { given: video.resolution, allowed }))
  }
  const isByFrame = limits.aspectFollowsFrame === true && inputsOf(video, 'first_frame').length > 0
  const aspect = isByFrame ? '' : fitAspect(video, limits.aspects)
  if (aspect === null)
    return refused(makeReason('videoAspect', { given: video.aspect || video.size, allowed: listText(limits.aspects) }))
  const hasSound = soundOf(video, limits)
  const seed = limits.takesSeed ? video.seed : null
  const negativePrompt = limits.takesNegativePrompt ? video.negativePrompt : ''
  const fitted = { ...video, seconds, resolution, aspect, hasSound, seed, negativePrompt }
  return { ok: true, video: fitted, dropped: droppedFrom(video, fitted) }
}

/** By the names of OpenRouter's form. A size that becomes a resolution or a ratio is not dropped. */
function droppedFrom(asked: VideoRequest, fitted: FittedVideo): string[] {
  return [
    ...(asked.resolution !== '' && fitted.resolution === '' ? ['resolution'] : []),
    ...(asked.aspect !== '' && fitted.aspect === '' ? ['aspect_ratio'] : []),
    ...(asked.sound !== null && asked.sound !== fitted.hasSound ? ['generate_audio'] : []),
    ...(asked.seed !== null && fitted.seed === null ? ['seed'] : []),
    ...(asked.negativePrompt !== '' && fitted.negativePrompt === '' ? ['negative_prompt'] : []),
  ]
}

function objectionToInputs(video: VideoRequest, { inputs = {}, framesOrReferences }: VideoLimits): Reason | null {
  for (const { role } of video.inputs) {
    const max = inputs[role] ?? 0
    if (max === 0) return makeReason('videoInputRefused', { role })
    if (inputsOf(video, role).length > max) return makeReason('videoInputsTooMany', { role, max })
  }
  const frames = inputsOf(video, 'first_frame').length + inputsOf(video, 'last_frame').length
  if (framesOrReferences && frames > 0 && inputsOf(video, 'reference').length > 0)
    return makeReason('videoFramesOrReferences')
  if (inputsOf(video, 'last_frame').length > 0 && inputsOf(video, 'first_frame').length === 0)
    return makeReason('videoLastFrameAlone')
  return null
}

const hasLength = (lengths: VideoLimits['seconds'], seconds: number): boolean =>
  'from' in lengths
    ? Number.isInteger(seconds) && seconds >= lengths.from && seconds <= lengths.to
    : lengths.includes(seconds)

const lengthsText = (lengths: VideoLimits['seconds']): string =>
  'from' in lengths ? `${lengths.from}–${lengths.to}` : lengths.join(', ')

/** `known`: what may be named where the limits of the model are unknown. */
const listText = (allowed: readonly string[] | 'any', known: readonly string[] = []): string =>
  (allowed === 'any' ? known : allowed).join(', ')

/** '' where the model has no such setting; null for a value that it lacks. */
function fitResolution({ resolution, size }: VideoRequest, allowed: VideoLimits['resolutions']): string | null {
  // Where a size is given, it is what the upstream gets.
  if (allowed === 'any')
    return resolutionOf(size) || (resolution === '' || isResolution(resolution) ? resolution : null)
  return fitSetting(resolution || nearestResolution(size, allowed), allowed)
}

/** The same. A size that has none of the ratios is refused, because the result would have another form. */
function fitAspect({ aspect, size }: VideoRequest, allowed: VideoLimits['aspects']): string | null {
  if (allowed === 'any') return aspect
  const wanted = aspect || (size === '' ? '' : (nearestAspect(size, allowed) ?? size))
  return wanted === '' ? '' : fitSetting(wanted, allowed)
}

function fitSetting(wanted: string, allowed: readonly string[]): string | null {
  if (wanted === '') return allowed[0] ?? ''
  if (allowed.length === 0) return ''
  return allowed.find((one) => one.toLowerCase() === wanted.toLowerCase()) ?? null
}

function soundOf({ sound }: VideoRequest, limits: VideoLimits): boolean {
  if (limits.sound === 'always') return true
  if (limits.sound === 'never') return false
  return sound ?? limits.sound === 'on_by_default'
}

/** What the fitted video is, in the terms of price conditions. */
export function madeOf({ size, resolution, hasSound, inputs }: FittedVideo): Made {
  const media = new Set(inputs.filter(({ role }) => role !== 'sound').map((input) => input.media))
  return {
    ...(/^\d+x\d+$/.test(size) && { size }),
    ...(resolution !== '' && { resolution: resolution.toLowerCase() }),
    sound: hasSound ? 'on' : 'off',
    source: media.has('video') ? 'video' : media.has('image') ? 'image' : 'text',
  }
}
