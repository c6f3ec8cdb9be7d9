import type { ChargeLine } from '@sluice/contract/explain-charge'
import { isOtherTool } from '@sluice/contract/tool-prices'
import { useTranslation } from 'react-i18next'

/** The name of a line; a tool that the gateway does not know has that of the request. */
export function useLineNames(): (kind: ChargeLine['kind']) => string {
  const { t } = useTranslation('logs')
  return (kind) => (isOtherTool(kind) ? kind : t(`bill.line.${kind}`))
}
