import type { OptionKey } from '@sluice/contract/options/registry'
import { Alert, Button, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './settings.module.css'
import { useOption } from './use-option.ts'

export type View = 'table' | 'json'

interface CardSwitchProps<V extends string> {
  label: string
  value: V
  options: { value: V; label: string }[]
  onChange(value: V): void
}

/** Switches between the views of a card; at the right of the title of the card or the option. */
export const CardSwitch = <V extends string>({ label, ...props }: CardSwitchProps<V>) => (
  <Segmented<V> aria-label={label} size="small" {...props} />
)

/** Switches between an editor and its JSON text. */
export function ViewSwitch({ view, onChange }: { view: View; onChange(view: View): void }) {
  const { t } = useTranslation('settings')
  return (
    <CardSwitch<View>
      label={t('view.label')}
      value={view}
      onChange={onChange}
      options={[
        { value: 'table', label: t('view.table') },
        { value: 'json', label: t('view.json') },
      ]}
    />
  )
}

/** Replaces an editor whose text cannot be parsed. */
export function Unreadable({ onJson }: { onJson(): void }) {
  const { t } = useTranslation('settings')
  return (
    <Alert
      className={css.note}
      type="warning"
      showIcon
      title={t('view.unreadable')}
      action={
        <Button size="small" onClick={onJson}>
          {t('view.toJson')}
        </Button>
      }
    />
  )
}

/** The fault of an option without a visible field. */
export function OptionProblem({ name }: { name: OptionKey }): ReactNode {
  const { problem } = useOption(name)
  return problem === undefined ? null : <Alert className={css.note} type="error" showIcon title={problem} />
}
