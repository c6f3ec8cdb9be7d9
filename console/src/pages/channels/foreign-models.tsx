import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormControl } from '../../components/form-control.ts'
import { NamesAlert } from './names-alert.tsx'

/** The value: the models of the channel. */
export interface ForeignModelsProps extends FormControl<string[]> {
  /** Absent before the form has its values. */
  type: number | undefined
  /** The known models of the type. */
  builtIn: readonly string[]
}

/** Lists models that were chosen before the type changed, unless the new type is known to serve them. */
export function ForeignModels({ type, builtIn, value = [], onChange }: ForeignModelsProps) {
  const { t } = useTranslation('channel-editor')
  const [typeOf, setTypeOf] = useState<ReadonlyMap<string, number>>(new Map())
  const added = value.filter((model) => !typeOf.has(model))
  // Models that leave are forgotten: chosen again, they belong to the type of that time.
  const isGone = [...typeOf.keys()].some((model) => !value.includes(model))
  if (type !== undefined && (added.length > 0 || isGone))
    setTypeOf(new Map(value.map((model) => [model, typeOf.get(model) ?? type])))
  const names = value.filter((model) => (typeOf.get(model) ?? type) !== type && !builtIn.includes(model))
  if (names.length === 0) return null
  return (
    <NamesAlert
      title={t('models.foreign', { count: names.length })}
      names={names}
      action={
        <Button size="small" onClick={() => onChange?.(value.filter((model) => !names.includes(model)))}>
          {t('models.removeForeign', { count: names.length })}
        </Button>
      }
    />
  )
}
