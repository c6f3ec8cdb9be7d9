import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/settings-system.ts'

export default {
  card: {
    address: { title: 'General' },
    worker: {
      title: 'Worker proxy',
      purpose:
        'Fetches images and delivers notifications on behalf of this server, so that its IP address stays hidden.',
    },
    mediaCopies: {
      title: 'Copies of videos',
      purpose: 'Keeps finished videos after their makers have deleted them.',
    },
    payment: { title: 'Payment', purpose: 'Lets users top up online through an Epay gateway.' },
    stripe: {
      title: 'Stripe',
      purpose: 'Lets users pay by card through Stripe. The minimum and the group ratio above apply.',
    },
    login: { title: 'Login and registration', purpose: 'Switches take effect at once.' },
    emailDomains: {
      title: 'Allowed email domains',
      purpose: 'Restricts the email addresses that can register.',
    },
    smtp: { title: 'SMTP mail', purpose: 'Sends verification codes, password resets and notifications.' },
    oidc: { title: 'OIDC login', purpose: 'Any identity provider that speaks OpenID Connect.' },
    github: { title: 'GitHub login' },
    linuxdo: { title: 'Linux DO login' },
    wechat: {
      title: 'WeChat login',
      purpose: 'Users log in with a code from an official account. Requires your own WeChat Server.',
    },
    telegram: { title: 'Telegram login' },
    turnstile: { title: 'Turnstile security check', purpose: 'Free bot protection by Cloudflare.' },
  },
  field: {
    ServerAddress: {
      label: 'Server address',
      help: 'The full address of this site. Password reset links, login callbacks and payments use it.',
    },
    WorkerUrl: { label: 'Worker address', help: 'If empty, this server makes the requests itself.' },
    WorkerValidKey: { label: 'Worker key' },
    WorkerAllowHttpImageRequestEnabled: {
      label: 'Allow HTTP images',
      help: 'Also fetches images from http addresses. Only with a worker.',
    },
    MediaCopies: {
      label: 'Copy finished videos',
      help: 'Copies that exist stay until their time is over.',
      choice: { off: 'No', folder: 'To the folder MEDIA_DIR', bucket: 'To a bucket of the S3 API' },
    },
    MediaCopyDays: { label: 'Kept for' },
    MediaCopyFileMb: { label: 'Largest file', help: 'A larger one is not copied.' },
    MediaCopyAccountMb: {
      label: 'Copies of an account together',
      help: 'Beyond them no file of the account is copied. 0: no limit.',
    },
    MediaBucketEndpoint: {
      label: 'Address of the S3 API',
      help: 'Without the bucket. An internal address must be in OUTBOUND_ALLOW.',
    },
    MediaBucketName: { label: 'Bucket' },
    MediaBucketRegion: { label: 'Region', help: 'Some providers expect auto.' },
    MediaBucketKeyId: { label: 'Access key ID', help: 'It needs the rights to read, write and delete objects.' },
    MediaBucketSecret: { label: 'Secret access key' },
    PayAddress: {
      label: 'Payment gateway address',
      help: 'Online top-up is available once address, merchant ID and key are set.',
    },
    EpayId: { label: 'Merchant ID' },
    EpayKey: { label: 'Merchant key' },
    CustomCallbackAddress: {
      label: 'Callback address',
      help: 'Address for notifications of the payment gateway. If empty, the server address is used.',
    },
    Price: { label: 'Top-up price', help: 'Amount of local currency charged per US dollar of quota.' },
    MinTopUp: { label: 'Minimum top-up', help: 'Minimum amount of a top-up in US dollars.' },
    TopupGroupRatio: {
      label: 'Top-up group ratio',
      help: 'The amount to pay is multiplied by the ratio of the user’s group: 0.9 is 10% off. Other groups pay the full amount.',
      reason: { notJson: 'The top-up group ratio is not valid JSON' },
    },
    StripeApiSecret: {
      label: 'Secret key',
      help: 'Begins with sk_ or rk_. Stripe payments are available once both keys are set.',
    },
    StripeWebhookSecret: {
      label: 'Webhook signing secret',
      help: 'Begins with whsec_. Shown by Stripe after the address above is added as a webhook endpoint.',
    },
    StripeCurrency: { label: 'Currency', help: 'Three letters, such as usd, eur or jpy.' },
    StripeUnitPrice: {
      label: 'Unit price',
      help: 'Price of one US dollar of quota in this currency.',
    },
    PasswordLoginEnabled: {
      label: 'Password login',
      confirmTitle: 'Switch off password login?',
      confirmText:
        'Users without another login method are locked out, including administrators. First make sure that you can log in another way.',
      confirmOff: 'Switch off password login',
    },
    RegisterEnabled: { label: 'New registrations', help: 'When off, no new accounts can be created.' },
    PasswordRegisterEnabled: {
      label: 'Password registration',
      help: 'When off, accounts can only be created through third-party login.',
    },
    LoginAfterRegisterEnabled: {
      label: 'Log in after registration',
      help: 'A new account is logged in at once. When off, it logs in with its password.',
    },
    OwnerProofMinutes: {
      label: 'Keys are shown without asking again for',
      help: 'After a login or a confirmation, reading and deleting API keys needs no password for this time.',
    },
    EmailVerificationEnabled: {
      label: 'Verify email on registration',
      help: 'Requires SMTP.',
      missing: 'Fill in and save the SMTP server and a sender address first',
    },
    TurnstileCheckEnabled: {
      label: 'Turnstile security check',
      missing: 'Fill in and save the Turnstile site key and secret key first',
    },
    oidc_enabled: {
      label: 'OIDC login',
      missing: 'Fill in and save the OIDC client ID, secret and well-known URL first',
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
      label: 'Allowed domains only',
      missing: 'Add and save an allowed domain first',
    },
    EmailAliasRestrictionEnabled: {
      label: 'Refuse email aliases',
      help: 'Addresses with + or . before the @ are refused.',
    },
    EmailDomainWhitelist: { label: 'Allowed domains' },
    SMTPServer: { label: 'Server', help: 'If empty, no mail is sent.' },
    SMTPPort: { label: 'Port' },
    SMTPSSLEnabled: {
      label: 'Always use TLS',
      help: 'Port 465 always uses TLS. Switch this on for other ports that expect TLS from the start.',
    },
    SMTPAccount: { label: 'Account' },
    SMTPFrom: {
      label: 'Sender',
      help: 'An address, or a name and an address: Gateway <gateway@example.com>. If empty, the account is used.',
    },
    SMTPToken: { label: 'Password or access code' },
    oidc_client_id: { label: 'Client ID' },
    oidc_client_secret: { label: 'Client secret' },
    oidc_well_known: {
      label: 'Well-known URL',
      help: 'The three endpoints below are read from it. You can also enter them manually.',
      reason: { mustBeWebAddress: 'The well-known URL must start with http:// or https://' },
    },
    oidc_issuer: {
      label: 'Issuer',
      help: 'Only without a well-known URL: the issuer in the id_token of the provider.',
    },
    oidc_jwks_uri: {
      label: 'Key set (jwks_uri)',
      help: 'Only without a well-known URL: the keys that verify the id_token.',
    },
    oidc_authorization_endpoint: { label: 'Authorization endpoint' },
    oidc_token_endpoint: { label: 'Token endpoint' },
    oidc_token_auth_method: {
      label: 'Authentication at the token endpoint',
      help: 'Only without a well-known URL, which names the method.',
      choice: { client_secret_post: 'In the body', client_secret_basic: 'HTTP Basic' },
    },
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
  providers: {
    title: 'Sign-in providers',
    purpose: 'Try the saved keys before you switch a provider on; its switch stands in the card below.',
    names: {
      oidc: 'OpenID Connect',
      github: 'GitHub',
      linuxdo: 'Linux DO',
      wechat: 'WeChat',
      telegram: 'Telegram',
      turnstile: 'Turnstile security check',
    },
    states: { on: 'On', ready: 'Ready, off', incomplete: 'Not set up' },
    try: 'Try it',
    tryOf: 'Try it: {{name}}',
    setUp: 'Set up',
    setUpOf: 'Set up: {{name}}',
    turnstile: 'Switched on only after a solved check. If nobody gets in: sluice disable-turnstile on the server.',
    outcomes: {
      accepted: 'The provider accepts these keys',
      refused: 'The provider refuses these keys',
      unreachable: 'The provider does not answer',
      unclear: 'The provider answered something else',
      incomplete: 'Some values are missing',
    },
  },
  useAddress: 'Use {{address}}',
  callback: {
    label: 'Callback address',
    help: 'Enter this address at the provider.',
    guessed: 'The server address is not set. This address is based on the one you are using.',
  },
  domain: {
    list: 'Allowed domains',
    add: 'Add the domain',
    added: 'Domain added',
    remove: 'Remove {{domain}}',
  },
  topupRatio: { ratio: 'Ratio', ratioOf: 'Top-up ratio of {{group}}' },
  telegramDomain: {
    label: 'Domain for BotFather',
    help: 'Send /setdomain to BotFather and enter this domain. Programs that use a callback address have {{address}}.',
  },
  turnstileTest: {
    title: 'Test the security check',
    text: 'Solve the check as your users will. It is switched on only after the server has confirmed the solution. If nothing appears, reload this page: the keys may be newer than it.',
  },
  testMail: {
    open: 'Send a test mail',
    title: 'Send a test mail',
    to: 'To',
    toRequired: 'Enter an address',
    send: 'Send',
    sent: 'The mail server accepted the mail for {{address}}. Its reply:',
    saveFirst: 'Save first: the test mail uses the saved settings',
  },
  oidc: {
    fetch: 'Fetch OIDC configuration',
    fetched: 'OIDC configuration fetched',
  },
} satisfies SameKeys<typeof zh>
