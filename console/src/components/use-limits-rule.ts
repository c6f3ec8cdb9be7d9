import { makeReason, reasonAt } from '@sluice/contract/error-reasons'
import { type LimitName, limits } from '@sluice/contract/limits'
import { parseOptions, reasonOfIssue } from '@sluice/contract/reason-of-issue'
import { useReasonText } from '../lib/use-reason-text.ts'

/** The rule for a field of limits, or of some of them: its message names the limit that is wrong. */
export function useLimitsRule(only?: readonly LimitName[]) {
  const reasonText = useReasonText()
  return {
    validator: async (_rule: unknown, value: unknown) => {
      const { issues = [] } = limits.safeParse(value ?? {}, parseOptions).error ?? {}
      const issue = only === undefined ? issues[0] : issues.find(({ path }) => only.some((name) => name === path[0]))
      if (issue === undefined) return
      const [name] = issue.path
      const reason = reasonOfIssue(issue)
      throw new Error(
        reasonText(name === undefined ? makeReason('isNotValid') : reasonAt(`limits.${String(name)}`, reason)),
      )
    },
  }
}
