import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { parseJson } from '@sluice/contract/read-json'
import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { GuardedRequest, OutboundRequest } from '../../platform/outbound/guarded-request.ts'

/**
 * Calls a provider and reads its JSON answer by a schema. Throws GatewayError `sign_in_failed`: its reason may be shown
 * to anyone, its cause is for the log.
 */
export async function readJsonAnswer<T>(
  request: GuardedRequest,
  requested: OutboundRequest,
  { provider, shape }: { provider: string; shape: z.ZodType<T> },
): Promise<T> {
  const fail = (reason: Reason, cause?: unknown) => new GatewayError('sign_in_failed', { provider, reason }, { cause })
  const answer = await request(requested).catch((cause: unknown) => {
    throw fail(makeReason('unreachable'), cause)
  })
  if (answer.status !== 200) throw fail(makeReason('answeredStatus', { status: answer.status }))
  const parsed = shape.safeParse(parseJson(new TextDecoder().decode(answer.bytes)))
  if (parsed.success) return parsed.data
  throw fail(makeReason('answerUnusable'), z.prettifyError(parsed.error))
}

/** The provider answers 200 to an unknown code, with an `error` in the body. */
export const tokenAnswer = z.object({ access_token: z.string().min(1) })
