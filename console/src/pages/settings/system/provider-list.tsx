import { missingOptions } from '@sluice/contract/options/needs'
import { type OptionKey, optionOf } from '@sluice/contract/options/registry'
import { type ProviderTrial, type TriedProvider, triedProviders } from '@sluice/contract/routes/oauth'
import { isOneOf } from '@sluice/contract/typed-keys'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../components/card.tsx'
import { CopyText } from '../../../components/copy-text.tsx'
import { Row } from '../../../components/layout.tsx'
import { StatusTag, type StatusTone } from '../../../components/status-tag.tsx'
import texts from '../../../components/text.module.css'
import { api } from '../../../lib/api.ts'
import { ownSite } from '../../../lib/base-path.ts'
import { foldCard } from '../fold-store.ts'
import { InfoRow } from '../option-row.tsx'
import css from '../settings.module.css'
import { useSettings } from '../settings-context.ts'

interface Provider {
  /** Its card. */
  id: 'github' | 'oidc' | 'linuxdo' | 'wechat' | 'telegram' | 'turnstile'
  on: OptionKey
  /** Where the provider sends the browser back to. */
  callback?: `/${string}`
}

const providers: readonly Provider[] = [
  { id: 'oidc', on: 'oidc.enabled', callback: '/oauth/oidc' },
  { id: 'github', on: 'GitHubOAuthEnabled', callback: '/oauth/github' },
  { id: 'linuxdo', on: 'LinuxDOOAuthEnabled', callback: '/oauth/linuxdo' },
  { id: 'wechat', on: 'WeChatAuthEnabled' },
  { id: 'telegram', on: 'TelegramOAuthEnabled', callback: '/api/oauth/telegram/bind' },
  { id: 'turnstile', on: 'TurnstileCheckEnabled' },
]

/** Every way to sign in with another account, and the security check: state, callback, and a trial of the keys. */
export function ProviderList() {
  const { t } = useTranslation('settings-system')
  return (
    <Card title={t('providers.title')} purpose={t('providers.purpose')}>
      <div className={css.rows}>
        {providers.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      </div>
    </Card>
  )
}

type State = 'on' | 'ready' | 'incomplete'
const stateTones: Record<State, StatusTone> = { on: 'success', ready: 'info', incomplete: 'neutral' }

function ProviderRow({ provider: { id, on, callback } }: { provider: Provider }) {
  const { t } = useTranslation(['settings-system', 'settings'])
  const { snapshot, isRoot } = useSettings()
  const trial = useMutation({ mutationFn: (provider: TriedProvider) => tryProvider(provider) })
  const isFilled = (name: string) => snapshot.secretsSet.includes(name) || (snapshot.values[name] ?? '') !== ''
  const isComplete = missingOptions(optionOf(on).needs ?? [], isFilled).length === 0
  const state: State = snapshot.values[on] === 'true' ? 'on' : isComplete ? 'ready' : 'incomplete'
  const name = t(`providers.names.${id}`)
  const address = callback && `${snapshot.values.ServerAddress || ownSite()}${callback}`
  const open = () => {
    foldCard(id, false)
    document.getElementById(`card-${id}`)?.scrollIntoView()
  }
  return (
    <InfoRow label={name}>
      <Row gap={[4, 8]} wrap>
        <StatusTag tone={stateTones[state]}>{t(`providers.states.${state}`)}</StatusTag>
        {isRoot && isComplete && isOneOf(triedProviders, id) && (
          <Button
            size="small"
            loading={trial.isPending}
            aria-label={t('providers.tryOf', { name })}
            onClick={() => trial.mutate(id)}
          >
            {t('providers.try')}
          </Button>
        )}
        <Button size="small" type="link" aria-label={t('providers.setUpOf', { name })} onClick={open}>
          {t('providers.setUp')}
        </Button>
      </Row>
      {address !== undefined && (
        <span className={texts.hint}>
          <CopyText value={address} label={t('callback.label')}>
            {address}
          </CopyText>
        </span>
      )}
      {id === 'turnstile' && <p className={texts.hint}>{t('providers.turnstile')}</p>}
      {trial.data && <Outcome trial={trial.data} />}
    </InfoRow>
  )
}

const tryProvider = (provider: TriedProvider) => api('POST /api/option/try_provider', { body: { provider } })

const alertTypes = {
  accepted: 'success',
  refused: 'error',
  unreachable: 'error',
  unclear: 'warning',
  incomplete: 'warning',
} as const satisfies Record<ProviderTrial['outcome'], string>

function Outcome({ trial: { outcome, detail } }: { trial: ProviderTrial }) {
  const { t } = useTranslation('settings-system')
  return (
    <Alert
      type={alertTypes[outcome]}
      showIcon
      role="status"
      title={t(`providers.outcomes.${outcome}`)}
      description={outcome === 'accepted' || detail === '' ? undefined : detail}
    />
  )
}
