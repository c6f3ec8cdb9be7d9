import type { OptionEntry, OptionListExtra } from '@sluice/contract/option'
import { isSecret, optionKeys, writerOf } from '@sluice/contract/options/registry'
import type { OptionValues } from '../../state/option-registry.ts'
import { formatOption } from '../../state/option-values.ts'

/** Every option as text, except secrets; of those, only the keys that are set. */
export const listOptions = (options: OptionValues): OptionListExtra & { data: OptionEntry[] } => ({
  data: optionKeys.filter((key) => !isSecret(key)).map((key) => ({ key, value: formatOption(key, options[key]) })),
  secrets_set: optionKeys.filter((key) => isSecret(key) && options[key] !== ''),
  root_only: optionKeys.filter((key) => writerOf(key) === 'root'),
})
