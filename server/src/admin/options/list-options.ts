import type { OptionEntry, OptionListExtra } from '@sluice/contract/option'
import { type OptionValues, optionKeys, optionOf } from '../../state/option-registry.ts'
import { formatOption } from '../../state/option-values.ts'

/** Every option but secrets, as text; of secrets only which hold something. */
export const listOptions = (options: OptionValues): OptionListExtra & { data: OptionEntry[] } => ({
  data: optionKeys
    .filter((key) => !optionOf(key).secret)
    .map((key) => ({ key, value: formatOption(key, options[key]) })),
  secrets_set: optionKeys.filter((key) => optionOf(key).secret && options[key] !== ''),
  root_only: optionKeys.filter((key) => optionOf(key).writer === 'root'),
})
