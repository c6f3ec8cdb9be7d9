import { tableOf } from '@sluice/contract/table-of'

/**
 * Long ids of Claude models, from before Bedrock had short ids, by the names of Anthropic's own API.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html, as known on 2026-11-22
 */
const longIds = tableOf<string>({
  'claude-3-5-sonnet-20241022': 'anthropic.claude-3-5-sonnet-20241022-v2:0',
  'claude-sonnet-4-0': 'anthropic.claude-sonnet-4-20250514-v1:0',
  'claude-opus-4-0': 'anthropic.claude-opus-4-20250514-v1:0',
  'claude-opus-4-1': 'anthropic.claude-opus-4-1-20250805-v1:0',
  'claude-sonnet-4-5': 'anthropic.claude-sonnet-4-5-20250929-v1:0',
  'claude-haiku-4-5': 'anthropic.claude-haiku-4-5-20251001-v1:0',
  'claude-opus-4-5': 'anthropic.claude-opus-4-5-20251101-v1:0',
  'claude-opus-4-6': 'anthropic.claude-opus-4-6-v1',
})

/** Whether an upstream name is a Claude model, in any form of id. */
export const isClaude = (model: string): boolean => /(^|[./])(anthropic\.)?claude-/.test(model)

/** Models with one inference profile for all of Asia, and none for Japan and Australia. */
const isOfApac = (id: string): boolean => /claude-(3-|sonnet-4-2025|opus-4-2025)/.test(id)

/** The inference profile that serves `region`, by the prefix of its id. */
function profileOf(region: string, id: string): string {
  if (region.startsWith('us-gov-')) return 'us-gov'
  const [area = ''] = region.split('-', 1)
  if (area === 'us' || area === 'eu') return area
  if (area !== 'ap') return 'global'
  if (isOfApac(id)) return 'apac'
  if (region === 'ap-northeast-1' || region === 'ap-northeast-3') return 'jp'
  return region === 'ap-southeast-2' || region === 'ap-southeast-4' ? 'au' : 'global'
}

/** The prefix value of a channel that calls models only in its own region. */
const noProfile = 'none'

/**
 * The id of `model` on Bedrock. A name of Anthropic's API is mapped and gets the prefix of an inference profile:
 * `chosen`, or that of the region when `chosen` is empty. Ids and ARNs stay as they are.
 */
export function modelIdOf(model: string, region: string, chosen: string): string {
  if (!model.startsWith('claude-')) return model
  const id = longIds[model] ?? (/-\d{8}$/.test(model) ? `anthropic.${model}-v1:0` : `anthropic.${model}`)
  if (chosen === noProfile) return id
  return `${chosen || profileOf(region, id)}.${id}`
}
