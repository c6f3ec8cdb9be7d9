import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../components/copy-text.tsx'
import { InfoRow } from '../option-row.tsx'
import css from '../settings.module.css'
import { useSettings } from '../settings-context.ts'

/** The address of this site to enter at a provider. */
export function CallbackRow({ path }: { path: `/${string}` }) {
  const { t } = useTranslation('settings-system')
  const { snapshot } = useSettings()
  const address = snapshot.values.ServerAddress ?? ''
  const help = address === '' ? t('callback.guessed') : t('callback.help')
  return (
    <InfoRow label={t('callback.label')} help={help}>
      <span className={css.callback}>
        <CopyText value={`${address || location.origin}${path}`} label={t('callback.label')} />
      </span>
    </InfoRow>
  )
}
