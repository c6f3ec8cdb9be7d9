import { addressCard, workerCard } from '@sluice/contract/options/addresses'
import { githubCard, linuxdoCard, telegramCard, wechatCard } from '@sluice/contract/options/identity-providers'
import { mediaCopiesCard } from '@sluice/contract/options/media-copies'
import { paymentCard, stripeCard } from '@sluice/contract/options/payment'
import { emailDomainsCard, loginCard, turnstileCard } from '@sluice/contract/options/sign-in'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ownSite } from '../../../lib/base-path.ts'
import { toastError } from '../../../lib/toasts.ts'
import { CardGroupPart } from '../card-group.tsx'
import { controlIdOf } from '../option-field.ts'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { useSettings } from '../settings-context.ts'
import { useOption } from '../use-option.ts'
import { CallbackRow, TelegramDomainRow } from './callback-row.tsx'
import { EmailDomainsField } from './email-domains-field.tsx'
import { OidcCard } from './oidc-card.tsx'
import { ProviderList } from './provider-list.tsx'
import { SmtpCard } from './smtp-card.tsx'
import { TopupRatiosRow } from './topup-ratios-row.tsx'
import { withWorkerKey } from './worker-key.ts'

export default function SystemTab() {
  return (
    <>
      <CardGroupPart group="site">
        <AddressCard />
      </CardGroupPart>
      <SignInCards />
      <CardGroupPart group="billing">
        <PaymentCard />
        <StripeCard />
      </CardGroupPart>
      <CardGroupPart group="notifications">
        <SmtpCard />
      </CardGroupPart>
      <CardGroupPart group="advanced">
        <WorkerCard />
        <SettingsCard card={mediaCopiesCard} />
      </CardGroupPart>
    </>
  )
}

/** The address is offered from the one that is open. */
function AddressCard() {
  return (
    <SettingsCard card={addressCard}>
      <OptionRow name="ServerAddress" extra={<OwnAddressButton />} />
    </SettingsCard>
  )
}

function OwnAddressButton() {
  const { t } = useTranslation('settings-system')
  const option = useOption('ServerAddress')
  const own = ownSite()
  if (option.text !== '' || option.isReadOnly) return null
  return (
    <Button size="small" onClick={() => option.setText(own)}>
      {t('useAddress', { address: own })}
    </Button>
  )
}

function SignInCards() {
  return (
    <CardGroupPart group="signIn">
      <ProviderList />
      <SettingsCard card={loginCard} />
      <EmailDomainsCard />
      <OidcCard />
      <SettingsCard card={githubCard}>
        <CallbackRow path="/oauth/github" />
        <OptionRow name="GitHubClientId" />
        <OptionRow name="GitHubClientSecret" />
      </SettingsCard>
      <SettingsCard card={linuxdoCard}>
        <CallbackRow path="/oauth/linuxdo" />
        <OptionRow name="LinuxDOClientId" />
        <OptionRow name="LinuxDOClientSecret" />
      </SettingsCard>
      <SettingsCard card={wechatCard} />
      <SettingsCard card={telegramCard}>
        <TelegramDomainRow />
        <OptionRow name="TelegramBotToken" />
        <OptionRow name="TelegramBotName" />
      </SettingsCard>
      <SettingsCard card={turnstileCard} />
    </CardGroupPart>
  )
}

function WorkerCard() {
  const { snapshot } = useSettings()
  const isKeySet = snapshot.secretsSet.includes('WorkerValidKey')
  return (
    <SettingsCard
      card={workerCard}
      rules={{
        complete: (changes, textOf) => withWorkerKey(changes, { url: textOf('WorkerUrl'), isKeySet }),
      }}
    />
  )
}

/** Both payment methods use addresses of this site. */
function useNeedsServerAddress(): { before: () => boolean } {
  const { t } = useTranslation('settings-system')
  const { snapshot } = useSettings()
  const hasAddress = () => {
    if ((snapshot.values.ServerAddress ?? '') !== '') return true
    toastError(t('addressFirst'))
    document.getElementById(controlIdOf('ServerAddress'))?.focus()
    return false
  }
  return { before: hasAddress }
}

function PaymentCard() {
  return (
    <SettingsCard card={paymentCard} rules={useNeedsServerAddress()}>
      <OptionRow name="PayAddress" />
      <OptionRow name="EpayId" />
      <OptionRow name="EpayKey" />
      <OptionRow name="CustomCallbackAddress" />
      <OptionRow name="Price" />
      <OptionRow name="MinTopUp" />
      <TopupRatiosRow />
    </SettingsCard>
  )
}

function StripeCard() {
  return (
    <SettingsCard card={stripeCard} rules={useNeedsServerAddress()}>
      <CallbackRow path="/api/stripe/webhook" />
      <OptionRow name="StripeApiSecret" />
      <OptionRow name="StripeWebhookSecret" />
      <OptionRow name="StripeCurrency" />
      <OptionRow name="StripeUnitPrice" />
    </SettingsCard>
  )
}

function EmailDomainsCard() {
  return (
    <SettingsCard card={emailDomainsCard}>
      <OptionRow name="EmailDomainRestrictionEnabled" />
      <OptionRow name="EmailAliasRestrictionEnabled" />
      <OptionRow name="EmailDomainWhitelist" isWide>
        <EmailDomainsField />
      </OptionRow>
    </SettingsCard>
  )
}
