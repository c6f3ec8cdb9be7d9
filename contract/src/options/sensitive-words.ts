import { lines } from './list-types.ts'
import { card, option } from './option.ts'
import { onOff } from './option-type.ts'

// Sensitive words.

export const sensitiveCard = card({
  id: 'sensitive',
  area: 'operation',
  writer: 'admin',
  options: {
    CheckSensitiveEnabled: option(onOff, { default: true, effect: 'Sensitive words are looked for.' }),
    CheckSensitiveOnPromptEnabled: option(onOff, {
      default: true,
      effect: 'They are looked for in what callers send.',
    }),
    CheckSensitiveOnCompletionEnabled: option(onOff, {
      default: false,
      effect: 'They are looked for in what models answer.',
    }),
    StopOnSensitiveEnabled: option(onOff, {
      default: true,
      effect: 'An answer with such a word is ended; otherwise the word is masked.',
    }),
    SensitiveWords: option(lines(1_000_000), {
      default: ['test_sensitive'],
      effect: 'The words, one a line; case does not matter.',
    }),
  },
})
