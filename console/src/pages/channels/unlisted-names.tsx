import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import css from './channels.module.css'
import { findUnlistedNames } from './mapping-rows.ts'
import { mergeModels } from './model-names.ts'

/** Names that are listed; the button adds all. */
const namesMax = 12

export interface UnlistedNamesProps {
  /** The text of the model mapping. */
  mapping: string
  /** From Form.Item: the models of the channel. */
  value?: string[]
  onChange?(value: string[]): void
}

/** Points out mapped names that the channel does not list, and adds them to its models. */
export function UnlistedNames({ mapping, value = [], onChange }: UnlistedNamesProps) {
  const { t } = useTranslation('channel-editor')
  const names = findUnlistedNames(mapping, value)
  if (names.length === 0) return null
  const hidden = names.length - Math.min(namesMax, names.length)
  return (
    <Alert
      role="status"
      type="warning"
      showIcon
      className={css.unpriced}
      title={
        <>
          {t('models.unlisted', { count: names.length })}
          <ul className={css.unpricedNames}>
            {names.slice(0, namesMax).map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
            {hidden > 0 && <li>{t('models.unpricedMore', { count: hidden })}</li>}
          </ul>
        </>
      }
      action={
        <Button size="small" onClick={() => onChange?.(mergeModels(value, names))}>
          {t('models.addUnlisted', { count: names.length })}
        </Button>
      }
    />
  )
}
