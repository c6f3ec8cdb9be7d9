import { environmentOfCards } from '@sluice/contract/option'
import { lookUp } from '@sluice/contract/typed-keys'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import texts from '../../components/text.module.css'
import type { CardSpec } from './option-field.ts'
import { originsQuery } from './queries.ts'
import css from './settings.module.css'
import { useSettings } from './settings-context.ts'

/** The settings of the environment that belong to a card: they are changed where the server is started. */
export function EnvironmentNote({ card }: { card: CardSpec }) {
  const { t } = useTranslation('settings')
  const { isRoot } = useSettings()
  const names: readonly string[] = lookUp(environmentOfCards, card.id, [])
  const { data } = useQuery({ ...originsQuery, enabled: isRoot && names.length > 0, throwOnError: false })
  const shown = data?.environment.filter(({ name }) => names.includes(name)) ?? []
  if (shown.length === 0) return null
  return (
    <div className={css.environment}>
      <p className={texts.help}>{t('environment')}</p>
      {shown.map(({ name, value, is_default: isDefault }) => (
        <p key={name} className={texts.mono}>
          {name}={value} {isDefault && <span className={texts.hint}>{t('isDefault')}</span>}
        </p>
      ))}
    </div>
  )
}
