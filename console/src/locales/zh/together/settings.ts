import settings from '../settings.ts'
import settingsModels from '../settings-models.ts'
import settingsOperation from '../settings-operation.ts'
import settingsOther from '../settings-other.ts'
import settingsPrices from '../settings-prices.ts'
import settingsRatelimit from '../settings-ratelimit.ts'
import settingsSystem from '../settings-system.ts'

export default {
  settings,
  'settings-models': settingsModels,
  'settings-operation': settingsOperation,
  'settings-other': settingsOther,
  'settings-prices': settingsPrices,
  'settings-ratelimit': settingsRatelimit,
  'settings-system': settingsSystem,
}
