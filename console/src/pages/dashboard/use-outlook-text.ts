import { useTranslation } from 'react-i18next'
import type { Outlook } from './build-outlook.ts'

/** A duration as text. */
export function useOutlookText(): (outlook: Outlook) => string {
  const { t } = useTranslation('dashboard')
  return (outlook) => {
    switch (outlook.kind) {
      case 'empty':
        return t('outlook.empty')
      case 'unused':
        return t('outlook.unused')
      case 'long':
        return t('outlook.long')
      case 'days':
        return outlook.days === 0 ? t('outlook.today') : t('outlook.days', { count: outlook.days })
    }
  }
}
