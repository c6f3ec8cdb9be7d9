import { z } from 'zod'
import { modelNameBytesMax } from './name-lists.ts'
import { plain } from './plain-text.ts'
import { because } from './reason-of-issue.ts'

/** New and vanished models of upstreams. Times are Unix seconds. */

/** The difference between what an upstream lists and what a channel has. */
export const upstreamModels = z.object({
  channel_id: z.number(),
  channel_name: z.string(),
  /** Listed by the upstream, and not a model or mapping target of the channel. */
  add_models: z.array(z.string()),
  /** Models of the channel that the upstream no longer lists, without mapped ones. */
  remove_models: z.array(z.string()),
  /** Names that are not offered again; `regex:` starts a pattern. */
  ignored_models: z.array(z.string()),
  /** 0 = never. */
  last_check_time: z.number(),
  /** Why the last check failed; '' = it did not. */
  error: z.string(),
  /** Always 0: models are added only by an administrator. */
  auto_added_models: z.literal(0),
})
export type UpstreamModels = z.infer<typeof upstreamModels>

const names = z
  .array(plain(z.string().trim().min(1).max(modelNameBytesMax)))
  .max(10_000)
  .default([])
const regexMark = 'regex:'
const ignored = plain(z.string().trim().min(1).max(255)).refine(
  (name) => !name.startsWith(regexMark) || patternOf(name) !== null,
  because('notRegex'),
)

/** The pattern of an ignored entry; null where it is a name, or no valid pattern. */
export function patternOf(entry: string): RegExp | null {
  if (!entry.startsWith(regexMark)) return null
  try {
    return new RegExp(entry.slice(regexMark.length), 'u')
  } catch {
    return null
  }
}

/** Body of POST /api/channel/upstream_updates/detect. */
export const upstreamModelsCheck = z.object({ id: z.number().int().positive() })

/** Body of POST /api/channel/upstream_updates/apply. Only pending models are taken. */
export const upstreamModelsApply = z.object({
  id: z.number().int().positive(),
  add_models: names,
  remove_models: names,
  /** Names, or patterns behind `regex:`, that are not offered again. */
  ignore_models: z.array(ignored).max(1_000).default([]),
  /** Entries that no longer apply. */
  unignore_models: names,
})

export const upstreamModelsApplied = z.object({
  id: z.number(),
  added_models: z.array(z.string()),
  removed_models: z.array(z.string()),
  ignored_models: z.array(z.string()),
  remaining_models: z.array(z.string()),
  remaining_remove_models: z.array(z.string()),
  /** The models of the channel now, comma-separated. */
  models: z.string(),
  /** For newer clients: always empty, because the state is not kept in the settings of a channel. */
  settings: z.literal(''),
})
export type UpstreamModelsApplied = z.infer<typeof upstreamModelsApplied>

/** Body of POST /api/channel/upstream_updates/apply_all; absent `ids` = all channels with a difference. */
export const upstreamModelsApplyAll = z.object({
  ids: z.array(z.number().int().positive()).max(10_000).optional(),
})
export const upstreamModelsAppliedToAll = z.object({
  processed_channels: z.number(),
  added_models: z.number(),
  removed_models: z.number(),
  /** Channels that would be left without a model. */
  failed_channel_ids: z.array(z.number()),
  results: z.array(
    z.object({
      channel_id: z.number(),
      channel_name: z.string(),
      added_models: z.array(z.string()),
      removed_models: z.array(z.string()),
      remaining_models: z.array(z.string()),
      remaining_remove_models: z.array(z.string()),
    }),
  ),
})
