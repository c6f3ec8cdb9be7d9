import { lines } from './list-types.ts'
import { card, option } from './option.ts'
import { onOff } from './option-type.ts'

export const sensitiveCard = card({
  id: 'sensitive',
  area: 'operation',
  writer: 'admin',
  options: {
    CheckSensitiveEnabled: option(onOff, { default: true, effect: 'Texts are checked for sensitive words.' }),
    CheckSensitiveOnPromptEnabled: option(onOff, {
      default: true,
      effect: 'Requests of callers are checked.',
    }),
    CheckSensitiveOnCompletionEnabled: option(onOff, {
      default: false,
      effect: 'Answers of models are checked.',
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
