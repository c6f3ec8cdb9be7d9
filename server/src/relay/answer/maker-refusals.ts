import type { ErrorCode } from '@sluice/contract/error-codes'
import type { OpenaiErrorObject } from '../../protocols/openai-errors.ts'
import type { ClientFormatId } from '../../protocols/wire-format-id.ts'

/** How the maker of a format refuses a call. Official clients choose their reaction by these values. */
type MakerRefusal = Pick<OpenaiErrorObject, 'type' | 'code'> & { status: number }

/** https://platform.openai.com/docs/guides/error-codes, read 2026-11-28 */
const openaiQuota: MakerRefusal = { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' }

/** A balance or a key's quota that is used up. No entry = our own code and status stay. */
const usedUp: Partial<Record<ClientFormatId, MakerRefusal>> = {
  // OpenAI's own status is 429. Agents that speak this format repeat it for minutes, whatever the code says. Codex,
  // which speaks Responses, ends at once with a text of its own.
  openai: { ...openaiQuota, status: 403 },
  responses: openaiQuota,
  // https://platform.claude.com/docs/en/api/errors, read 2026-11-28
  anthropic: { status: 402, type: 'billing_error', code: null },
  // Google answers 429, which its agents repeat for minutes: ours stays 403.
}

/** Our codes for which the makers have codes of their own. */
const makerRefusals: Partial<Record<ErrorCode, typeof usedUp>> = {
  insufficient_user_quota: usedUp,
  pre_consume_token_quota_failed: usedUp,
  api_key_exhausted: usedUp,
}

/** An error of the gateway as the maker of the client's format would write it. */
export function inMakersTerms(
  format: ClientFormatId,
  own: ErrorCode,
  refusal: { status: number; error: OpenaiErrorObject },
): { status: number; error: OpenaiErrorObject } {
  const maker = makerRefusals[own]?.[format]
  if (!maker) return refusal
  const { status, type, code } = maker
  return { status, error: { ...refusal.error, type, code: code ?? own } }
}
