import type { VideoModel } from '@sluice/contract/video-model'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { providerOf } from '../../providers/index.ts'
import type { Services } from '../../services.ts'
import { channelsFor } from '../../state/channels-for.ts'
import { mappedModel } from '../../state/mapped-model.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { takesTasks } from '../../tasks/task-router.ts'
import { ownGroups, ownModels } from './own-models.ts'

/** The models with which `caller` can make videos, by name, and what each can make on any channel of `group`. */
export function ownVideoModels(
  deps: Services<'state' | 'clock'>,
  caller: Pick<ConsoleCaller, 'groups'>,
  group: string,
): VideoModel[] {
  const snapshot = deps.state.current()
  const now = deps.clock.now()
  const groups = ownGroups(deps, caller, group)
  return ownModels(deps, caller, group)
    .map((model) => {
      const channels = new Set(groups.flatMap((name) => channelsFor(snapshot, name, model)))
      const usable = [...channels].filter((channel) => takesTasks(channel, 'video', now))
      return buildVideoModel(
        model,
        usable.flatMap((channel) => limitsOn(channel, model)),
      )
    })
    .filter((found) => found !== null)
    .sort((a, b) => (a.model < b.model ? -1 : 1))
}

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
