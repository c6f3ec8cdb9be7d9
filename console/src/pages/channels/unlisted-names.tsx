import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FormControl } from '../../components/form-control.ts'
import { findUnlistedNames } from './mapping-rows.ts'
import { mergeModels } from './model-names.ts'
import { NamesAlert } from './names-alert.tsx'

/** The value: the models of the channel. */
export interface UnlistedNamesProps extends FormControl<string[]> {
  /** The text of the model mapping. */
  mapping: string
}

/** Lists mapped names that the channel does not list, and adds them to its models. */
export function UnlistedNames({ mapping, value = [], onChange }: UnlistedNamesProps) {
  const { t } = useTranslation('channel-editor')
  const names = findUnlistedNames(mapping, value)
  if (names.length === 0) return null
  return (
    <NamesAlert
      title={t('models.unlisted', { count: names.length })}
      names={names}
      action={
        <Button size="small" onClick={() => onChange?.(mergeModels(value, names))}>
          {t('models.addUnlisted', { count: names.length })}
        </Button>
      }
    />
  )
}
