import type { UpstreamRefusal } from './account-fault.ts'

const policyCodes: ReadonlySet<string> = new Set(['content_policy_violation', 'image_content_policy_violation'])

/**
 * Whether an upstream refuses what the request says, by its usage policy. No other channel is tried: makers count such
 * requests against the account, and xAI charges a fee for each.
 */
export const isContentRefused = ({ type, code }: Pick<UpstreamRefusal, 'type' | 'code'>): boolean =>
  policyCodes.has(code) || policyCodes.has(type)
