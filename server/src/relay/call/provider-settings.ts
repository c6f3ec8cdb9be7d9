import type { ProviderSettings } from '../../providers/provider.ts'
import type { OptionValues } from '../../state/option-registry.ts'

export const providerSettingsOf = (options: OptionValues): ProviderSettings => ({
  claudeHeaders: options['claude.model_headers_settings'],
  geminiVersions: options['gemini.version_settings'],
})
