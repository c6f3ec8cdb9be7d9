import { useTranslation } from 'react-i18next'
import { SwitchField } from './switch-field.tsx'

/** Accepted prices. */
export function PriceFields() {
  const { t } = useTranslation('personal-settings')
  return (
    <SwitchField
      name="accept_unset_model_ratio_model"
      label={t('notification.acceptUnset')}
      help={t('notification.acceptUnsetHint')}
    />
  )
}
