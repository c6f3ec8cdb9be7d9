import { useTranslation } from 'react-i18next'
import { PresetButtons } from '../../../components/preset-buttons.tsx'
import { QuotaInput, type QuotaInputProps } from '../../../components/quota-input.tsx'
import { formatQuota } from '../../../lib/format.ts'
import { useQuotaFormat } from '../../../lib/use-quota-format.ts'
import { thresholdPresets } from './setting-values.ts'

/** An amount of quota, with common values in the site's format. */
export function ThresholdInput(props: Omit<QuotaInputProps, 'presets'>) {
  const { t } = useTranslation('personal-settings')
  const format = useQuotaFormat()
  return (
    <>
      <QuotaInput {...props} />
      <PresetButtons
        label={t('notification.presets')}
        presets={thresholdPresets.map((amount) => ({
          key: String(amount),
          label: formatQuota(amount, format),
          isChosen: props.value === amount,
          choose: () => props.onChange?.(amount),
        }))}
      />
    </>
  )
}
