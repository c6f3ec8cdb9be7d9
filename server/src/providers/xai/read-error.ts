import { parseUpstreamError } from '../../protocols/openai-errors.ts'
import type { ReadError } from '../read-error.ts'

export const policyMessage = /^Content violates usage guidelines\b/

/** The ids of the operator's team and key, which the message names. */
const ids = / (Team|API key ID): [^,]*,?/g

/**
 * A refusal by the usage policy. It has status 403 and the code of a missing permission, so its message identifies it.
 * No page of xAI shows it. Form: https://github.com/UKGovernmentBEIS/inspect_ai/pull/2267, read 2026-11-29.
 */
export const readError: ReadError = ({ text }) => {
  const error = parseUpstreamError(text)
  if (!error || !policyMessage.test(error.message)) return null
  return { ...error, message: error.message.replace(ids, ''), code: 'content_policy_violation' }
}
