import { card, option } from './option.ts'
import { address, choice, exactAddress, secret, text } from './option-type.ts'

// Sign-in with external accounts.

export const oidcCard = card({
  id: 'oidc',
  area: 'system',
  writer: 'root',
  options: {
    'oidc.client_id': option(text(256), { default: '', effect: 'Client id at the provider.' }),
    'oidc.client_secret': option(secret, { default: '', effect: 'Its secret.' }),
    'oidc.well_known': option(exactAddress, {
      default: '',
      effect: 'Discovery document of the provider; empty = the settings below.',
      example: 'https://id.example.com/.well-known/…',
    }),
    'oidc.issuer': option(exactAddress, {
      default: '',
      effect: 'Issuer that the id_token names; without a discovery document.',
      example: 'https://id.example.com',
    }),
    'oidc.jwks_uri': option(exactAddress, {
      default: '',
      effect: 'Keys that verify the id_token; without a discovery document.',
      example: 'https://id.example.com/jwks',
    }),
    'oidc.authorization_endpoint': option(exactAddress, {
      default: '',
      effect: 'Where the browser is sent.',
      example: 'https://id.example.com/authorize',
    }),
    'oidc.token_endpoint': option(exactAddress, {
      default: '',
      effect: 'Where codes are exchanged.',
      example: 'https://id.example.com/token',
    }),
    'oidc.token_auth_method': option(choice(['client_secret_post', 'client_secret_basic']), {
      default: 'client_secret_post',
      effect: 'How the secret is sent to the token endpoint; without a discovery document.',
    }),
    'oidc.user_info_endpoint': option(exactAddress, {
      default: '',
      effect: 'Where the account is read.',
      example: 'https://id.example.com/userinfo',
    }),
  },
})

export const githubCard = card({
  id: 'github',
  area: 'system',
  writer: 'root',
  options: {
    GitHubClientId: option(text(256), { default: '', effect: 'Client id of the GitHub app.' }),
    GitHubClientSecret: option(secret, { default: '', effect: 'Its secret.' }),
  },
})

export const linuxdoCard = card({
  id: 'linuxdo',
  area: 'system',
  writer: 'root',
  options: {
    LinuxDOClientId: option(text(256), { default: '', effect: 'Client id at Linux DO.' }),
    LinuxDOClientSecret: option(secret, { default: '', effect: 'Its secret.' }),
  },
})

export const wechatCard = card({
  id: 'wechat',
  area: 'system',
  writer: 'root',
  options: {
    WeChatServerAddress: option(address, {
      default: '',
      effect: 'Server that exchanges WeChat codes for account ids.',
      example: 'https://wechat.example.com',
    }),
    WeChatServerToken: option(secret, { default: '', effect: 'Token for calls to it.' }),
    WeChatAccountQRCodeImageURL: option(exactAddress, {
      default: '',
      effect: 'Picture of the QR code of the official account.',
      example: 'https://example.com/qr.png',
    }),
  },
})

export const telegramCard = card({
  id: 'telegram',
  area: 'system',
  writer: 'root',
  options: {
    TelegramBotToken: option(secret, {
      default: '',
      effect: 'Token of the bot, which signs what the widget sends.',
    }),
    TelegramBotName: option(text(256), {
      default: '',
      effect: 'Name of the bot, shown by the widget.',
      example: 'example_bot',
    }),
  },
})
