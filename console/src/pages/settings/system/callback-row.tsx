import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../components/copy-text.tsx'
import { ownSite, withBasePath } from '../../../lib/base-path.ts'
import { InfoRow } from '../option-row.tsx'
import css from '../settings.module.css'
import { useSettings } from '../settings-context.ts'

/** The address of this site to enter at a provider. */
export function CallbackRow({ path }: { path: `/${string}` }) {
  const { t } = useTranslation('settings-system')
  const { snapshot } = useSettings()
  const stored = snapshot.values.ServerAddress ?? ''
  const site = stored || ownSite()
  const help = stored === '' ? t('callback.guessed') : t('callback.help')
  return (
    <InfoRow label={t('callback.label')} help={help}>
      <span className={css.callback}>
        <CopyText value={`${site}${path}`} label={t('callback.label')}>
          {site}
          {/* On phones the line breaks here, not within a word. */}
          <wbr />
          {path}
        </CopyText>
      </span>
    </InfoRow>
  )
}

/** BotFather wants the domain of the site, and the widget returns to a page of it; older programs use the address. */
export function TelegramDomainRow() {
  const { t } = useTranslation('settings-system')
  const { snapshot } = useSettings()
  const site = snapshot.values.ServerAddress || ownSite()
  const domain = URL.canParse(site) ? new URL(site).hostname : site
  return (
    <InfoRow
      label={t('telegramDomain.label')}
      help={t('telegramDomain.help', { address: withBasePath('/api/oauth/telegram/bind') })}
    >
      <span className={css.callback}>
        <CopyText value={domain} label={t('telegramDomain.label')}>
          {domain}
        </CopyText>
      </span>
    </InfoRow>
  )
}
