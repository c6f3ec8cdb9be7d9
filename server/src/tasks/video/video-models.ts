import type { VideoModel } from '@sluice/contract/video-model'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { providerOf } from '../../providers/index.ts'
import { mappedModel } from '../../state/mapped-model.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { takesTasks } from '../task-router.ts'

/** What `model` can make on at least one of `channels` now; null = no video. */
export const videoModelOn = (channels: readonly ChannelState[], model: string, now: number): VideoModel | null =>
  buildVideoModel(
    model,
    channels.filter((channel) => takesTasks(channel, 'video', now)).flatMap((channel) => limitsOn(channel, model)),
  )

/** Names of the settings of makers that are sent on as they are. */
export const passedSettings = (channels: readonly ChannelState[]): string[] => [
  ...new Set(channels.flatMap(({ type }) => providerOf(type)?.videos?.passes ?? [])),
]

/** None for a mapping that cannot be followed: calls on that channel fail too. */
function limitsOn(channel: ChannelState, model: string): VideoLimits[] {
  try {
    return [providerOf(channel.type)?.videos?.limitsOf(mappedModel(channel, model)) ?? []].flat()
  } catch {
    return []
  }
}

/** What one of the channels can make. Null without a channel. */
function buildVideoModel(model: string, all: readonly VideoLimits[]): VideoModel | null {
  const [first] = all
  if (first === undefined) return null
  const most = (role: keyof VideoModel['inputs']) => Math.max(...all.map(({ inputs }) => inputs?.[role] ?? 0))
  const prompts = all.map(({ promptMax }) => promptMax ?? Number.POSITIVE_INFINITY)
  const promptMax = Math.max(...prompts)
  return {
    model,
    seconds: [...new Set(all.flatMap(({ seconds }) => lengthsOf(seconds)))].sort((a, b) => a - b),
    seconds_default: first.secondsDefault,
    resolutions: union(all.map(({ resolutions }) => resolutions)),
    ratios: union(all.map(({ aspects }) => aspects)),
    inputs: {
      first_frame: most('first_frame'),
      last_frame: most('last_frame'),
      reference: most('reference'),
      source: most('source'),
      sound: most('sound'),
    },
    frames_or_references: all.every(({ framesOrReferences }) => framesOrReferences === true),
    sound: all.every(({ sound }) => sound === first.sound) ? first.sound : 'off_by_default',
    takes_seed: all.some(({ takesSeed }) => takesSeed),
    takes_negative_prompt: all.some(({ takesNegativePrompt }) => takesNegativePrompt),
    prompt_max: Number.isFinite(promptMax) ? promptMax : null,
  }
}

const lengthsOf = (seconds: VideoLimits['seconds']): readonly number[] =>
  'from' in seconds
    ? Array.from({ length: seconds.to - seconds.from + 1 }, (_, index) => seconds.from + index)
    : seconds

/** Null = one of them takes any. */
function union(lists: readonly (readonly string[] | 'any')[]): string[] | null {
  const known = lists.filter((list) => list !== 'any')
  return known.length < lists.length ? null : [...new Set(known.flat())]
}
