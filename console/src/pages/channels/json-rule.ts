import { headerOverrideObjection } from '@sluice/contract/header-override'
import { useTranslation } from 'react-i18next'
import { findTextFault, type RowFormat } from './row-format.ts'
import { useReasonText } from './use-reason-text.ts'

interface TextRule {
  validator(rule: unknown, value: string | undefined): Promise<void>
}

/** Refuses a text that is not what `isValid` wants; `onRefused` brings a folded field to light. */
export const jsonRule = (
  isValid: (text: string) => boolean,
  message: string,
  onRefused?: () => void,
): TextRule => ({
  validator: async (_rule, value) => {
    if (isValid(value ?? '')) return
    onRefused?.()
    throw new Error(message)
  },
})

/** Names the row that is wrong, if rows can show the text. */
export function useRowRule(onRefused?: () => void) {
  const { t } = useTranslation('channel-editor')
  return <Row>(format: RowFormat<Row>): TextRule => ({
    validator: async (_rule, value) => {
      const fault = findTextFault(format, value ?? '')
      if (fault === null) return
      onRefused?.()
      throw new Error(t(`rows.fault.${fault.code}`, { number: fault.number }))
    },
  })
}

/** The rules of the server for headers, with its reason under the field. */
export function useHeaderRule(onRefused?: () => void): TextRule {
  const reasonText = useReasonText()
  return {
    validator: async (_rule, value) => {
      const reason = headerOverrideObjection(value ?? '')
      if (reason === null) return
      onRefused?.()
      throw new Error(reasonText(reason))
    },
  }
}
