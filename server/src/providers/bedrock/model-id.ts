/**
 * Ids of Claude's models as they were before short ids, by the names of Anthropic's own API.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html, as known on 2026-11-22
 */
const longIds: Readonly<Record<string, string>> = {
  'claude-3-5-sonnet-20241022': 'anthropic.claude-3-5-sonnet-20241022-v2:0',
  'claude-sonnet-4-0': 'anthropic.claude-sonnet-4-20250514-v1:0',
  'claude-opus-4-0': 'anthropic.claude-opus-4-20250514-v1:0',
  'claude-opus-4-1': 'anthropic.claude-opus-4-1-20250805-v1:0',
  'claude-sonnet-4-5': 'anthropic.claude-sonnet-4-5-20250929-v1:0',
  'claude-haiku-4-5': 'anthropic.claude-haiku-4-5-20251001-v1:0',
  'claude-opus-4-5': 'anthropic.claude-opus-4-5-20251101-v1:0',
  'claude-opus-4-6': 'anthropic.claude-opus-4-6-v1',
}

/** Whether an upstream name is one of Claude's, under whichever id. */
export const isClaude = (model: string): boolean => /(^|[./])(anthropic\.)?claude-/.test(model)

/** Models that had no profiles for Japan and Australia but one for the whole of Asia. */
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

/** Of a channel that wants models called in its region alone. */
const noProfile = 'none'

/**
 * The id that `model` has on Bedrock: names of Anthropic's API are mapped, and get the prefix of an inference profile:
 * `chosen`, or that of the region where it is empty. Ids and ARNs stay as they are.
 */
export function modelIdOf(model: string, region: string, chosen: string): string {
  if (!model.startsWith('claude-')) return model
  const id = longIds[model] ?? (/-\d{8}$/.test(model) ? `anthropic.${model}-v1:0` : `anthropic.${model}`)
  if (chosen === noProfile) return id
  return `${chosen || profileOf(region, id)}.${id}`
}
