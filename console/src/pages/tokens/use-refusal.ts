import { useTranslation } from 'react-i18next'
import { localiseRefusal } from './localise-refusal.ts'

/** localiseRefusal in the language of the page. */
export function useRefusal() {
  const { t } = useTranslation('tokens')
  return (error: unknown, allowedIps = ''): unknown =>
    localiseRefusal(error, allowedIps, {
      addressInvalid: (address, line) =>
        line > 0 ? t('refused.address', { address, line }) : t('refused.addressAnywhere', { address }),
      groupRefused: (group) => t('refused.group', { group }),
      expiryPast: () => t('form.expiryPast'),
      expiredFirst: () => t('refused.expiredFirst'),
      quotaFirst: () => t('refused.quotaFirst'),
      tooMany: (max) => t('refused.tooMany', { max }),
    })
}
