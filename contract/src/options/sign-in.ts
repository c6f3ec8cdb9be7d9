import { recentMinutes } from '../second-factor.ts'
import { domains } from './list-types.ts'
import { card, option } from './option.ts'
import { onOff, secret, text, whole } from './option-type.ts'

// Registration and sign-in.

export const loginCard = card({
  id: 'login',
  area: 'system',
  writer: 'root',
  options: {
    PasswordLoginEnabled: option(onOff, {
      default: true,
      effect: 'Whether anyone may log in with a password.',
      isInstant: true,
      asksBeforeOff: true,
    }),
    RegisterEnabled: option(onOff, {
      default: true,
      effect: 'Whether new accounts may be created, in any way.',
      isInstant: true,
    }),
    PasswordRegisterEnabled: option(onOff, {
      default: true,
      effect: 'Whether accounts may be created with a password.',
      isInstant: true,
    }),
    LoginAfterRegisterEnabled: option(onOff, {
      default: true,
      effect: 'A new account is logged in without entering the password again, where password login is on.',
      isInstant: true,
    }),
    OwnerProofMinutes: option(whole(recentMinutes, 43_200), {
      default: 60,
      effect:
        'How long after a log-in, or a confirmation by its owner, a session reads and deletes [API keys](accounts.md#changes-that-need-a-new-proof) without asking again.',
      unit: 'minutes',
    }),
    EmailVerificationEnabled: option(onOff, {
      default: false,
      effect: 'Registration asks for an e-mail address and the code sent to it.',
      needs: ['SMTPServer', { oneOf: [['SMTPFrom'], ['SMTPAccount']] }],
      isInstant: true,
    }),
    TurnstileCheckEnabled: option(onOff, {
      default: false,
      effect: 'Login, registration and mails require a solved anti-bot check.',
      needs: ['TurnstileSiteKey', 'TurnstileSecretKey'],
      isInstant: true,
      testsBeforeOn: true,
    }),
    'oidc.enabled': option(onOff, {
      default: false,
      effect: 'Logging in with an OpenID Connect provider.',
      needs: [
        'oidc.client_id',
        'oidc.client_secret',
        {
          oneOf: [
            ['oidc.well_known'],
            ['oidc.issuer', 'oidc.jwks_uri', 'oidc.authorization_endpoint', 'oidc.token_endpoint'],
          ],
        },
      ],
      isInstant: true,
    }),
    GitHubOAuthEnabled: option(onOff, {
      default: false,
      effect: 'Logging in with GitHub.',
      needs: ['GitHubClientId', 'GitHubClientSecret'],
      isInstant: true,
    }),
    LinuxDOOAuthEnabled: option(onOff, {
      default: false,
      effect: 'Logging in with Linux DO.',
      needs: ['LinuxDOClientId', 'LinuxDOClientSecret'],
      isInstant: true,
    }),
    WeChatAuthEnabled: option(onOff, {
      default: false,
      effect: 'Logging in with WeChat.',
      needs: ['WeChatServerAddress', 'WeChatServerToken', 'WeChatAccountQRCodeImageURL'],
      isInstant: true,
    }),
    TelegramOAuthEnabled: option(onOff, {
      default: false,
      effect: 'Logging in with Telegram.',
      needs: ['TelegramBotToken', 'TelegramBotName'],
      isInstant: true,
    }),
  },
})

export const emailDomainsCard = card({
  id: 'emailDomains',
  area: 'system',
  writer: 'root',
  options: {
    EmailDomainRestrictionEnabled: option(onOff, {
      default: false,
      effect: 'Addresses must belong to one of the allowed domains.',
      needs: ['EmailDomainWhitelist'],
      isInstant: true,
    }),
    EmailAliasRestrictionEnabled: option(onOff, {
      default: false,
      effect: 'Addresses with + or . before the @ are refused.',
      isInstant: true,
    }),
    EmailDomainWhitelist: option(domains, {
      default: [
        'gmail.com',
        '163.com',
        '126.com',
        'qq.com',
        'outlook.com',
        'hotmail.com',
        'icloud.com',
        'yahoo.com',
        'foxmail.com',
      ],
      effect: 'Domains that addresses may have.',
    }),
  },
})

export const turnstileCard = card({
  id: 'turnstile',
  area: 'system',
  writer: 'root',
  options: {
    TurnstileSiteKey: option(text(256), { default: '', effect: 'Public key of the anti-bot check.' }),
    TurnstileSecretKey: option(secret, {
      default: '',
      effect: 'Key that verifies the answers of the check.',
    }),
  },
})
