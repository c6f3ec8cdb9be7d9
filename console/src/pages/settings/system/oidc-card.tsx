import { oidcCard } from '@sluice/contract/options/identity-providers'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { useSettings } from '../settings-context.ts'
import { CallbackRow } from './callback-row.tsx'
import { useOidcEndpoints } from './use-oidc-endpoints.ts'

export function OidcCard() {
  const { t } = useTranslation('settings-system')
  const { isRoot } = useSettings()
  const { isFetching, fetchEndpoints, completeEndpoints } = useOidcEndpoints()
  return (
    <SettingsCard card={oidcCard} rules={{ before: completeEndpoints }}>
      <CallbackRow path="/oauth/oidc" />
      <OptionRow name="oidc.client_id" />
      <OptionRow name="oidc.client_secret" />
      <OptionRow
        name="oidc.well_known"
        extra={
          isRoot && (
            <Button size="small" aria-label={t('oidc.fetch')} loading={isFetching} onClick={fetchEndpoints}>
              {t('oidc.fetch')}
            </Button>
          )
        }
      />
      <OptionRow name="oidc.issuer" />
      <OptionRow name="oidc.jwks_uri" />
      <OptionRow name="oidc.authorization_endpoint" />
      <OptionRow name="oidc.token_endpoint" />
      <OptionRow name="oidc.token_auth_method" />
      <OptionRow name="oidc.user_info_endpoint" />
    </SettingsCard>
  )
}
