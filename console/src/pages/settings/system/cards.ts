import { parseMailSender } from '@sluice/contract/mail-sender'
import { defineCard } from '../option-field.ts'
import { currencyProblem } from './currency.ts'
import { domainListProblem } from './email-domains.ts'
import { ratioTableProblem } from './ratio-table.ts'

const instant = { kind: 'switch', isInstant: true } as const
const text = { kind: 'text' } as const
const secret = { kind: 'secret' } as const
const endpoint = { kind: 'address', isExact: true } as const
const address = (example: string) => ({ kind: 'address', example }) as const

const area = 'settings'

/** Addresses, payment, sign-in and mail: the cards of the tab "system". */
export const systemCards = {
  address: defineCard({ id: 'address', area, fields: { ServerAddress: address('https://api.example.com') } }),
  worker: defineCard({
    id: 'worker',
    area,
    fields: {
      WorkerUrl: address('https://worker.example.com'),
      WorkerValidKey: secret,
      WorkerAllowHttpImageRequestEnabled: instant,
    },
  }),
  payment: defineCard({
    id: 'payment',
    area,
    fields: {
      PayAddress: address('https://pay.example.com'),
      EpayId: text,
      EpayKey: secret,
      CustomCallbackAddress: address('https://callback.example.com'),
      Price: { kind: 'number', min: 0.01, step: 0.1, decimals: 2, example: '7.3', unit: 'localPerUsd' },
      MinTopUp: { kind: 'number', min: 0, isWhole: true, example: '1', unit: 'usd' },
      TopupGroupRatio: { kind: 'json', check: ratioTableProblem },
    },
  }),
  stripe: defineCard({
    id: 'stripe',
    area,
    fields: {
      StripeApiSecret: secret,
      StripeWebhookSecret: secret,
      StripeCurrency: { kind: 'text', example: 'usd', check: currencyProblem },
      StripeUnitPrice: { kind: 'number', min: 0.01, step: 0.1, decimals: 2, example: '1' },
    },
  }),
  login: defineCard({
    id: 'login',
    area,
    fields: {
      PasswordLoginEnabled: { ...instant, asksBeforeOff: true },
      RegisterEnabled: instant,
      PasswordRegisterEnabled: instant,
      EmailVerificationEnabled: instant,
      TurnstileCheckEnabled: instant,
      'oidc.enabled': instant,
      GitHubOAuthEnabled: instant,
      LinuxDOOAuthEnabled: instant,
      WeChatAuthEnabled: instant,
      TelegramOAuthEnabled: instant,
    },
  }),
  emailDomains: defineCard({
    id: 'emailDomains',
    area,
    fields: {
      EmailDomainRestrictionEnabled: instant,
      EmailAliasRestrictionEnabled: instant,
      EmailDomainWhitelist: { kind: 'text', check: domainListProblem },
    },
  }),
  smtp: defineCard({
    id: 'smtp',
    area,
    fields: {
      SMTPServer: { kind: 'text', example: 'smtp.example.com' },
      SMTPPort: { kind: 'number', min: 1, max: 65_535, isWhole: true, isOptional: true, example: '587' },
      SMTPSSLEnabled: instant,
      SMTPAccount: { kind: 'text', example: 'gateway@example.com' },
      SMTPFrom: {
        kind: 'text',
        example: 'Gateway <gateway@example.com>',
        check: (value) =>
          value.trim() === '' || parseMailSender(value) !== null ? null : { text: 'problem.sender' },
      },
      SMTPToken: secret,
    },
  }),
  oidc: defineCard({
    id: 'oidc',
    area,
    fields: {
      'oidc.client_id': text,
      'oidc.client_secret': secret,
      'oidc.well_known': {
        kind: 'text',
        example: 'https://id.example.com/.well-known/openid-configuration',
        check: (value) =>
          value.trim() === '' || /^https?:\/\//i.test(value.trim()) ? null : { text: 'problem.wellKnown' },
      },
      'oidc.issuer': endpoint,
      'oidc.jwks_uri': endpoint,
      'oidc.authorization_endpoint': endpoint,
      'oidc.token_endpoint': endpoint,
      'oidc.user_info_endpoint': endpoint,
    },
  }),
  github: defineCard({
    id: 'github',
    area,
    fields: { GitHubClientId: text, GitHubClientSecret: secret },
  }),
  linuxdo: defineCard({
    id: 'linuxdo',
    area,
    fields: { LinuxDOClientId: text, LinuxDOClientSecret: secret },
  }),
  wechat: defineCard({
    id: 'wechat',
    area,
    fields: {
      WeChatServerAddress: address('https://wechat.example.com'),
      WeChatServerToken: secret,
      WeChatAccountQRCodeImageURL: { kind: 'address', isExact: true, example: 'https://example.com/qr.png' },
    },
  }),
  telegram: defineCard({
    id: 'telegram',
    area,
    fields: { TelegramBotToken: secret, TelegramBotName: { kind: 'text', example: 'example_bot' } },
  }),
  turnstile: defineCard({
    id: 'turnstile',
    area,
    fields: { TurnstileSiteKey: text, TurnstileSecretKey: secret },
  }),
}
