import type account from '../locales/zh/account.ts'
import type announce from '../locales/zh/announce.ts'
import type audit from '../locales/zh/audit.ts'
import type catalogue from '../locales/zh/catalogue.ts'
import type causes from '../locales/zh/causes.ts'
import type channelChecks from '../locales/zh/channel-checks.ts'
import type channelDoctor from '../locales/zh/channel-doctor.ts'
import type channelEditor from '../locales/zh/channel-editor.ts'
import type channelKeys from '../locales/zh/channel-keys.ts'
import type channelSheet from '../locales/zh/channel-sheet.ts'
import type channels from '../locales/zh/channels.ts'
import type chat from '../locales/zh/chat.ts'
import type common from '../locales/zh/common.ts'
import type connect from '../locales/zh/connect.ts'
import type content from '../locales/zh/content.ts'
import type dashboard from '../locales/zh/dashboard.ts'
import type docs from '../locales/zh/docs.ts'
import type errors from '../locales/zh/errors.ts'
import type flow from '../locales/zh/flow.ts'
import type home from '../locales/zh/home.ts'
import type logs from '../locales/zh/logs.ts'
import type margin from '../locales/zh/margin.ts'
import type orders from '../locales/zh/orders.ts'
import type palette from '../locales/zh/palette.ts'
import type personalSettings from '../locales/zh/personal-settings.ts'
import type playground from '../locales/zh/playground.ts'
import type priceSources from '../locales/zh/price-sources.ts'
import type prices from '../locales/zh/prices.ts'
import type pricing from '../locales/zh/pricing.ts'
import type receipt from '../locales/zh/receipt.ts'
import type redemption from '../locales/zh/redemption.ts'
import type routing from '../locales/zh/routing.ts'
import type settings from '../locales/zh/settings.ts'
import type settingsModels from '../locales/zh/settings-models.ts'
import type settingsOperation from '../locales/zh/settings-operation.ts'
import type settingsOther from '../locales/zh/settings-other.ts'
import type settingsPrices from '../locales/zh/settings-prices.ts'
import type settingsRatelimit from '../locales/zh/settings-ratelimit.ts'
import type settingsSystem from '../locales/zh/settings-system.ts'
import type setup from '../locales/zh/setup.ts'
import type shell from '../locales/zh/shell.ts'
import type signIn from '../locales/zh/sign-in.ts'
import type status from '../locales/zh/status.ts'
import type system from '../locales/zh/system.ts'
import type tasks from '../locales/zh/tasks.ts'
import type tokens from '../locales/zh/tokens.ts'
import type topup from '../locales/zh/topup.ts'
import type users from '../locales/zh/users.ts'

// The compiler checks keys: t('…') with a key that no locale file has does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      account: typeof account
      announce: typeof announce
      audit: typeof audit
      'sign-in': typeof signIn
      catalogue: typeof catalogue
      causes: typeof causes
      'channel-checks': typeof channelChecks
      'channel-doctor': typeof channelDoctor
      'channel-editor': typeof channelEditor
      'channel-keys': typeof channelKeys
      'channel-sheet': typeof channelSheet
      channels: typeof channels
      chat: typeof chat
      common: typeof common
      connect: typeof connect
      content: typeof content
      dashboard: typeof dashboard
      docs: typeof docs
      errors: typeof errors
      flow: typeof flow
      home: typeof home
      logs: typeof logs
      margin: typeof margin
      orders: typeof orders
      palette: typeof palette
      'personal-settings': typeof personalSettings
      playground: typeof playground
      prices: typeof prices
      'price-sources': typeof priceSources
      pricing: typeof pricing
      receipt: typeof receipt
      redemption: typeof redemption
      routing: typeof routing
      settings: typeof settings
      'settings-models': typeof settingsModels
      'settings-operation': typeof settingsOperation
      'settings-other': typeof settingsOther
      'settings-prices': typeof settingsPrices
      'settings-ratelimit': typeof settingsRatelimit
      'settings-system': typeof settingsSystem
      setup: typeof setup
      shell: typeof shell
      status: typeof status
      system: typeof system
      tasks: typeof tasks
      tokens: typeof tokens
      topup: typeof topup
      users: typeof users
    }
  }
}
