import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/settings-system.ts'

export default {
  card: {
    address: { title: 'General' },
    worker: {
      title: 'Worker proxy',
      purpose:
        'Fetches images and delivers notifications in our place, so that our own address stays hidden.',
    },
    payment: { title: 'Payment', purpose: 'Lets people top up online through an Epay gateway.' },
    stripe: {
      title: 'Stripe',
      purpose: 'Lets people pay by card at Stripe. Minimum and group ratio are those of the card above.',
    },
    login: { title: 'Login and registration', purpose: 'Switches take effect at once.' },
    emailDomains: { title: 'Email domain whitelist', purpose: 'Which addresses may be registered with.' },
    smtp: { title: 'SMTP mail', purpose: 'Sends verification codes, password resets and notifications.' },
    oidc: { title: 'OIDC login', purpose: 'Any identity provider that speaks OpenID Connect.' },
    github: { title: 'GitHub login' },
    linuxdo: { title: 'Linux DO login' },
    wechat: {
      title: 'WeChat login',
      purpose: 'A code from an official account signs people in; needs a WeChat Server of your own.',
    },
    telegram: { title: 'Telegram login' },
    turnstile: { title: 'Turnstile human check', purpose: 'Cloudflare’s free check for robots.' },
  },
  field: {
    ServerAddress: {
      label: 'Server address',
      help: 'The full address people reach this site at. Reset links, login callbacks and payments use it.',
    },
    WorkerUrl: { label: 'Worker address', help: 'Left empty, this server makes the calls itself.' },
    WorkerValidKey: { label: 'Worker key' },
    WorkerAllowHttpImageRequestEnabled: {
      label: 'Allow HTTP images',
      help: 'Also fetch images from plain http addresses; only with a worker.',
    },
    PayAddress: {
      label: 'Payment gateway address',
      help: 'Online top-up opens once address, merchant ID and key are filled in.',
    },
    EpayId: { label: 'Merchant ID' },
    EpayKey: { label: 'Merchant key' },
    CustomCallbackAddress: {
      label: 'Callback address',
      help: 'Where the gateway sends its notifications; left empty, the server address.',
    },
    Price: { label: 'Top-up price', help: 'Local money charged for one US dollar of quota.' },
    MinTopUp: { label: 'Minimum top-up', help: 'The least that can be topped up at once.' },
    TopupGroupRatio: {
      label: 'Top-up group ratio',
      help: 'Group name to ratio. The amount to pay is multiplied by it.',
      reason: { notJson: 'Top-up group ratio is not a valid JSON string' },
    },
    StripeApiSecret: {
      label: 'Secret key',
      help: 'Begins with sk_ or rk_. Paying by Stripe opens once both keys are filled in.',
    },
    StripeWebhookSecret: {
      label: 'Webhook signing secret',
      help: 'Begins with whsec_. Shown by Stripe after the address above is added as a webhook endpoint.',
    },
    StripeCurrency: { label: 'Currency', help: 'Three letters, such as usd, eur or jpy.' },
    StripeUnitPrice: {
      label: 'Unit price',
      help: 'What one US dollar of quota costs, in this currency.',
    },
    PasswordLoginEnabled: {
      label: 'Password login',
      confirmTitle: 'Switch off password login?',
      confirmText:
        'Anyone without another way to sign in is locked out, administrators included. Make sure you can sign in another way first.',
      confirmOff: 'Switch off password login',
    },
    RegisterEnabled: { label: 'New registrations', help: 'When off, no one can register in any way.' },
    PasswordRegisterEnabled: {
      label: 'Password registration',
      help: 'When off, accounts are only created through third-party login.',
    },
    EmailVerificationEnabled: {
      label: 'Verify email on registration',
      help: 'Needs SMTP to be set up.',
      missing: 'Fill in and save the SMTP server and a sender address first',
    },
    TurnstileCheckEnabled: {
      label: 'Turnstile human check',
      missing: 'Fill in and save the Turnstile site key and secret key first',
    },
    oidc_enabled: {
      label: 'OIDC login',
      missing: 'Fill in and save the OIDC client ID, secret and Well-Known URL first',
    },
    GitHubOAuthEnabled: {
      label: 'GitHub login',
      missing: 'Fill in and save the GitHub client ID and secret first',
    },
    LinuxDOOAuthEnabled: {
      label: 'Linux DO login',
      missing: 'Fill in and save the Linux DO client ID and secret first',
    },
    WeChatAuthEnabled: {
      label: 'WeChat login',
      missing: 'Fill in and save the WeChat Server address, its token and the QR code image first',
    },
    TelegramOAuthEnabled: {
      label: 'Telegram login',
      missing: 'Fill in and save the Telegram bot token and name first',
    },
    EmailDomainRestrictionEnabled: {
      label: 'Whitelisted domains only',
      missing: 'Fill in and save the domain whitelist first',
    },
    EmailAliasRestrictionEnabled: {
      label: 'Refuse email aliases',
      help: 'Addresses with + or . before the @ are refused.',
    },
    EmailDomainWhitelist: { label: 'Allowed domains' },
    SMTPServer: { label: 'Server', help: 'Left empty, no mail is sent.' },
    SMTPPort: { label: 'Port' },
    SMTPSSLEnabled: {
      label: 'Always use TLS',
      help: 'Port 465 uses TLS anyway. Switch on for other ports that expect TLS from the start.',
    },
    SMTPAccount: { label: 'Account' },
    SMTPFrom: {
      label: 'Sender',
      help: 'An address, or a name and an address: Gateway <gateway@example.com>. Left empty, the account.',
    },
    SMTPToken: { label: 'Password or access code' },
    oidc_client_id: { label: 'Client ID' },
    oidc_client_secret: { label: 'Client secret' },
    oidc_well_known: {
      label: 'Well-Known URL',
      help: 'Fetches the three endpoints below. You can also fill them in yourself.',
      reason: { mustBeWebAddress: 'Well-Known URL must start with http:// or https://' },
    },
    oidc_issuer: {
      label: 'Issuer',
      help: 'Only without a Well-Known URL: the issuer that the provider’s id_token names.',
    },
    oidc_jwks_uri: {
      label: 'Key set (jwks_uri)',
      help: 'Only without a Well-Known URL: the keys that verify the id_token.',
    },
    oidc_authorization_endpoint: { label: 'Authorization endpoint' },
    oidc_token_endpoint: { label: 'Token endpoint' },
    oidc_user_info_endpoint: { label: 'User info endpoint' },
    GitHubClientId: { label: 'Client ID' },
    GitHubClientSecret: { label: 'Client secret' },
    LinuxDOClientId: { label: 'Client ID' },
    LinuxDOClientSecret: { label: 'Client secret' },
    WeChatServerAddress: { label: 'WeChat Server address' },
    WeChatServerToken: { label: 'Access token' },
    WeChatAccountQRCodeImageURL: {
      label: 'QR code of the account',
      help: 'Address of the picture, shown at login.',
    },
    TelegramBotToken: { label: 'Bot token' },
    TelegramBotName: { label: 'Bot name', help: 'Without the @.' },
    TurnstileSiteKey: { label: 'Site key' },
    TurnstileSecretKey: { label: 'Secret key' },
  },
  addressFirst: 'Fill in the server address first',
  callback: {
    label: 'Callback address',
    help: 'Enter it in the settings of the app at the provider.',
    guessed: 'The server address is not filled in; this is built from the one you are using.',
  },
  domain: {
    list: 'Allowed domains',
    add: 'Add the domain',
    added: 'Added to whitelist',
    remove: 'Remove {{domain}}',
  },
  testMail: {
    open: 'Send a test mail',
    title: 'Send a test mail',
    to: 'To',
    toRequired: 'Enter an address',
    send: 'Send',
    sent: 'The mail server took the mail for {{address}}. It said:',
    saveFirst: 'Save first: the test mail is sent with the saved settings',
  },
  oidc: {
    fetch: 'Fetch OIDC config',
    fetched: 'OIDC config fetched',
    fetchFailed: 'Failed to fetch OIDC config, check network and Well-Known URL',
  },
} satisfies SameKeys<typeof zh>
