import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import choice from '../../components/choice-card.module.css'
import type { FormControl } from '../../components/form-control.ts'
import css from './setup-page.module.css'
import type { UsageMode } from './setup-values.ts'

export const usageModes: readonly UsageMode[] = ['external', 'self', 'demo']

export type UsageModeInputProps = FormControl<UsageMode>

/** One card for each mode; the whole card is its label. */
export function UsageModeInput({ id, value, onChange }: UsageModeInputProps) {
  const { t } = useTranslation('setup')
  return (
    <Radio.Group
      id={id}
      className={css.modes}
      value={value}
      aria-labelledby="setup-mode"
      onChange={(event) => onChange?.(event.target.value)}
    >
      {usageModes.map((mode) => (
        <Radio key={mode} value={mode} className={`${choice.choice} ${css.mode}`}>
          <span className={css.modeName}>{t(`mode.${mode}`)}</span>
          <span className={css.modeText}>{t(`mode.${mode}Text`)}</span>
        </Radio>
      ))}
    </Radio.Group>
  )
}
