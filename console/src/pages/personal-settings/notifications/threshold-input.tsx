import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { QuotaInput, type QuotaInputProps } from '../../../components/quota-input.tsx'
import { formatQuota } from '../../../lib/format.ts'
import { useQuotaFormat } from '../../../lib/use-quota-format.ts'
import css from '../personal-settings.module.css'
import { thresholdPresets } from './setting-values.ts'

/** An amount of quota, with common values in the site's format. */
export function ThresholdInput(props: Omit<QuotaInputProps, 'presets'>) {
  const { t } = useTranslation('personal-settings')
  const format = useQuotaFormat()
  return (
    <>
      <QuotaInput {...props} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would take a legend and a border. */}
      <div className={css.presets} role="group" aria-label={t('notification.presets')}>
        {thresholdPresets.map((amount) => (
          <Button
            key={amount}
            size="small"
            aria-pressed={props.value === amount}
            onClick={() => props.onChange?.(amount)}
          >
            {formatQuota(amount, format)}
          </Button>
        ))}
      </div>
    </>
  )
}
