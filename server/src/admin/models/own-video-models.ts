import type { VideoModel } from '@sluice/contract/video-model'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { Services } from '../../services.ts'
import { channelsFor } from '../../state/channels-for.ts'
import { videoModelOn } from '../../tasks/video/video-models.ts'
import { endpointTypesOf } from '../endpoint-types.ts'
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
  return (
    ownModels(deps, caller, group)
      .map((model) => {
        const channels = new Set(groups.flatMap((name) => channelsFor(snapshot, name, model)))
        return videoModelOn([...channels], model, now)
      })
      .filter((found) => found !== null)
      // Hosts that pass on any video say of no model that it makes none.
      .filter(
        ({ model, resolutions }) =>
          resolutions !== null || endpointTypesOf(snapshot, model, groups).includes('openai-video'),
      )
      .sort((a, b) => (a.model < b.model ? -1 : 1))
  )
}
