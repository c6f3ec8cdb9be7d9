import { makeReason, reasonAt } from '@sluice/contract/error-reasons'
import { limits } from '@sluice/contract/limits'
import { parseOptions, reasonOfIssue } from '@sluice/contract/reason-of-issue'
import { useReasonText } from '../lib/use-reason-text.ts'

/** The rule for a field of limits: its message names the limit that is wrong. */
export function useLimitsRule() {
  const reasonText = useReasonText()
  return {
    validator: async (_rule: unknown, value: unknown) => {
      const issue = limits.safeParse(value ?? {}, parseOptions).error?.issues[0]
      if (issue === undefined) return
      const [name] = issue.path
      const reason = reasonOfIssue(issue)
      throw new Error(
        reasonText(name === undefined ? makeReason('isNotValid') : reasonAt(`limits.${String(name)}`, reason)),
      )
    },
  }
}
