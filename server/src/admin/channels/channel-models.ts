import type { ModelDescriptor } from '@sluice/contract/channel'
import type { fetchModelsRequest } from '@sluice/contract/channel-check'
import { keysOrUnused } from '@sluice/contract/channel-types'
import { makeReason } from '@sluice/contract/error-reasons'
import { parseHeaderOverride } from '@sluice/contract/header-override'
import { splitKeys } from '@sluice/contract/split-keys'
import type { z } from 'zod'
import { buildModelDescriptor } from '../../core/model-descriptor.ts'
import { providers } from '../../providers/index.ts'
import type { Services } from '../../services.ts'
import { availableModels } from '../../state/available-models.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { fetchUpstreamModels } from '../../upkeep/fetch-upstream-models.ts'
import { refusedField } from '../refused-field.ts'
import { parseBaseUrl } from './base-url.ts'

/** The models that are built in, that enabled channels serve, and that upstreams list. */
export function createChannelModels(
  { state, clock, config }: Services<'state' | 'clock' | 'config'>,
  findState: (id: number) => Promise<ChannelState>,
) {
  const allowPrivate = config.UPSTREAM_ALLOW_PRIVATE

  return {
    builtIn: (): ModelDescriptor[] =>
      providers.flatMap(({ id, models }) => models.map((model) => buildModelDescriptor(model, id))),

    enabled: (): string[] => availableModels(state.current(), clock.now()),

    /** The models that the upstream of a channel lists. Throws GatewayError. */
    fetch: async (id: number, signal: AbortSignal): Promise<string[]> =>
      await fetchUpstreamModels(await findState(id), { clock, allowPrivate, signal }),

    /** The same of a channel that is not stored yet, sorted. Throws GatewayError. */
    async fetchUnsaved(request: z.output<typeof fetchModelsRequest>, signal: AbortSignal): Promise<string[]> {
      const url = parseBaseUrl(request.base_url ?? null, request.type, allowPrivate)
      if (!url.ok) throw refusedField('base_url', url.reason)
      const keys = keysOrUnused(splitKeys(request.key), request.type)
      if (keys.length === 0) throw refusedField('key', makeReason('notEmpty'))
      const upstream = {
        type: request.type,
        baseUrl: url.url,
        organization: null,
        other: request.other ?? '',
        keys,
        setting: {},
        headerChanges: parseHeaderOverride(request.header_override ?? null),
      }
      return (await fetchUpstreamModels(upstream, { clock, allowPrivate, signal })).toSorted()
    },
  }
}
