import type { z } from 'zod'
import { isReasonCode } from './messages/render.ts'
import { recordOf } from './read-json.ts'

const noText = 'no text of its own'

/** Issues of `value` that cannot be translated: a refinement without a reason, or a schema with a text. */
export function uncodedIssues(schema: z.ZodType, value: unknown): z.core.$ZodIssue[] {
  // A text of the schema takes precedence over the one of the call.
  const { error } = schema.safeParse(value, { error: () => noText, reportInput: true })
  return (error?.issues ?? []).filter(
    ({ code, message, ...issue }) =>
      message !== noText || (code === 'custom' && !isReasonCode(String(reasonCodeIn(issue)))),
  )
}

function reasonCodeIn(issue: object): unknown {
  const { reason } = recordOf(recordOf(issue).params)
  return recordOf(reason).code
}
